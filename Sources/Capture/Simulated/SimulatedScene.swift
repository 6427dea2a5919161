import Glibc
import OnAirMedia
import OnAirPixels

/// Draws the simulated camera's frames: a function of the frame number and the optics, in I420, NV12 or YUYV. Belongs
/// to one thread; allocates nothing per frame.
///
/// Through the lens: a studio (`StudioShow` in front, `StudioTable` at the back), whose parts stand at different
/// distances and partly move; `StudioMark` says where coloured dots lie. By the electronics, so that no setting touches
/// them: the code strip of `BurntInCode`, a time code, and the sign in the middle, x in `[3W/8, 5W/8)` and y in
/// `[3H/8, 5H/8)` (rounded down to even), which is bright in the frames of `FlashSchedule` and dark in all others.
package final class SimulatedScene {
    private let format: PictureFormat
    private let frameRate: FrameRate
    private let flashes: FlashSchedule
    private let layout: SceneLayout
    private let compositor: StudioCompositor
    private let digits: SceneDigits
    private let sign: SceneSign
    private let rows: SensorRows

    /// - Precondition: `format` has I420, NV12 or YUYV pixels and at least 64x36 of them.
    package convenience init(format: PictureFormat, frameRate: FrameRate, position: CaptureDevice.Position = .front) {
        self.init(ScenePaint(position, format: format), frameRate: frameRate)
    }

    /// Draws what is painted already.
    init(_ paint: ScenePaint, frameRate: FrameRate) {
        (format, self.frameRate) = (paint.format, frameRate)
        flashes = FlashSchedule(frameRate: frameRate)
        (layout, digits, sign) = (paint.layout, paint.digits, paint.sign)
        compositor = StudioCompositor(paint.studio, size: paint.format.size)
        rows = SensorRows(size: paint.format.size)
    }

    /// Draws frame `frame` over all of `picture`.
    ///
    /// - Precondition: `picture` has the scene's format, `frame` is not negative.
    package func draw(_ frame: Int64, through optics: StudioOptics, into picture: inout MutablePicture) {
        precondition(picture.format == format && frame >= 0, "the scene draws frames of its own format from 0 on")
        let canvas = SceneCanvas(picture.buffer)
        let time = Double(frame) / frameRate.framesPerSecond.doubleValue
        let light = compositor.begin(at: time, through: optics)
        let matrix = SensorMatrix(
            exposure: optics.exposure * light, cast: optics.cast, matrix: format.color.matrix)
        // At gain 1 the noise is below half a code and rounds away.
        let noise = optics.gain > 1 ? Int((0.35 * optics.gain * SensorNoise.gainOfOneCode).rounded()) : 0
        rows.draw(
            compositor, frame: frame, optics: optics, matrix: matrix, noise: noise, from: layout.stripHeight / 2,
            on: canvas)
        sign.draw(isLit: flashes.isFlash(frame: frame), on: canvas)
        if let panel = layout.digits {
            let (second, frameOfSecond) = flashes.timeCode(ofFrame: frame)
            canvas.fill(panel, digits.paper)
            digits.draw(
                seconds: second, frames: frameOfSecond, on: canvas, x: panel.x + layout.margin,
                y: panel.y + layout.margin)
        }
        drawStrip(frame, on: canvas)
    }

    private func drawStrip(_ frame: Int64, on canvas: SceneCanvas) {
        let milliseconds = Self.wholeMilliseconds(frameRate.time(ofFrame: frame))
        let neutral = SceneColor(luma: 128)
        for row in 0..<BurntInCode.rows {
            let cells = BurntInCode.cells(UInt32(truncatingIfNeeded: row == 0 ? frame : milliseconds))
            let top = BurntInCode.edge(row, of: 20, length: canvas.height)
            let bottom = BurntInCode.edge(row + 1, of: 20, length: canvas.height)
            // One line with neutral chroma, then its luma; the lines below are copies.
            canvas.fill(PictureRect(x: 0, y: top, width: canvas.width, height: 1), neutral)
            for column in 0..<BurntInCode.columns {
                let left = BurntInCode.edge(column, of: BurntInCode.columns, length: canvas.width)
                let right = BurntInCode.edge(column + 1, of: BurntInCode.columns, length: canvas.width)
                let isOne = cells >> UInt64(BurntInCode.columns - 1 - column) & 1 == 1
                canvas.setLuma(
                    isOne ? BurntInCode.levels.one : BurntInCode.levels.zero, y: top, from: left, count: right - left)
            }
            canvas.repeatRow(top, to: bottom)
        }
        // In 4:2:0 the chroma lies in planes of its own.
        for row in 0..<(layout.stripHeight + 1) >> canvas.chromaRowShift where canvas.chromaRowShift == 1 {
            canvas.chromaRow(row, from: 0, count: (canvas.width + 1) / 2) {
                $1.pointee = 128
                $2.pointee = 128
            }
        }
    }

    private static func wholeMilliseconds(_ time: MediaTime) -> Int64 { FrameRate(1000).frame(atOrBefore: time) }
}
