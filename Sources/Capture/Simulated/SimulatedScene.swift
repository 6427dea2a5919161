import Glibc
import OnAirMedia

/// Draws the simulated camera's frames: a pure function of the frame number, in I420, NV12 or YUYV.
///
/// A mountain range turns past behind a bouncing ball; a dial, a meter and a track show the second passing, digits the
/// time code; colour bars close the picture at the bottom, the code strip of `BurntInCode` at the top. In the middle a
/// lamp, x in `[3W/8, 5W/8)` and y in `[3H/8, 5H/8)` (rounded down to even), has luma 235 in the frames of
/// `FlashSchedule` and 30 in all others.
///
/// What never changes is drawn once, at the start; a frame copies it and adds what moves. Allocates nothing per frame.
package struct SimulatedScene {
    private let format: PictureFormat
    private let frameRate: FrameRate
    private let flashes: FlashSchedule
    private let layout: SceneLayout
    private let backdrop: PictureBuffer
    private let digits: SceneDigits
    private let ball: SceneBall
    private let dial: SceneDial
    private let meterLit: [SceneColor]
    private let meterDark: SceneColor
    private let track: SceneColor
    private let lamp: (rim: SceneColor, off: SceneColor, on: SceneColor)

    /// Lamps in a column of the meter, and columns.
    private static let meterSteps = 10
    private static let meterColumns = 12

    /// - Precondition: `format` has I420, NV12 or YUYV pixels and at least 64x36 of them.
    package init(format: PictureFormat, frameRate: FrameRate, position: CaptureDevice.Position = .front) {
        (self.format, self.frameRate) = (format, frameRate)
        flashes = FlashSchedule(frameRate: frameRate)
        layout = SceneLayout(format.size)
        let matrix = format.color.matrix
        digits = SceneDigits(size: layout.digit, format: format)
        ball = SceneBall(diameter: layout.ball, matrix: matrix)
        dial = SceneDial(layout.dial, matrix: matrix)
        meterLit = (0..<Self.meterSteps).map { step in
            let level = Float(step) / Float(Self.meterSteps - 1)
            return SceneColor(60 + 195 * min(1, level * 1.4), 230 - 150 * max(0, level - 0.4) / 0.6, 110, matrix)
        }
        meterDark = SceneColor(28, 26, 52, matrix)
        track = SceneColor(120, 232, 255, matrix)
        lamp = (SceneColor(luma: 90), SceneColor(luma: 30), SceneColor(luma: 235))
        backdrop = PictureBuffer(format: format)
        let canvas = SceneCanvas(backdrop)
        SceneBackdrop(size: format.size, matrix: matrix).paint(on: canvas)
        Self.paintBars(layout.bars, on: canvas, matrix)
    }

    /// Colour bars 75/0/75/0 (ITU-R BT.471: white, yellow, cyan, green, magenta, red, blue, black) over a grey ramp.
    private static func paintBars(_ rect: PictureRect, on canvas: SceneCanvas, _ matrix: ColorDescription.Matrix) {
        let bars: [(Float, Float, Float)] = [
            (1, 1, 1), (1, 1, 0), (0, 1, 1), (0, 1, 0), (1, 0, 1), (1, 0, 0), (0, 0, 1), (0, 0, 0),
        ]
        let colors = bars.map { SceneColor($0.0 * 191.25, $0.1 * 191.25, $0.2 * 191.25, matrix) }
        let ramp = rect.y + rect.height * 3 / 4
        canvas.paint(rect) { x, y in
            let share = Float(x) / Float(rect.width)
            return y < ramp ? colors[min(7, x * 8 / rect.width)] : SceneColor(luma: 16 + 219 * share)
        }
    }

    /// Draws frame `frame` over all of `picture`.
    ///
    /// - Precondition: `picture` has the scene's format, `frame` is not negative.
    package func draw(_ frame: Int64, through optics: StudioOptics, into picture: inout MutablePicture) {
        precondition(picture.format == format && frame >= 0, "the scene draws frames of its own format from 0 on")
        let canvas = SceneCanvas(picture.buffer)
        drawBackdrop(frame, on: canvas)
        let (second, frameOfSecond) = flashes.timeCode(ofFrame: frame)
        let rate = frameRate.framesPerSecond.doubleValue
        // The part of the second that has passed, and the time: for looks alone.
        let (part, time) = (min(1, Double(frameOfSecond) / rate), Double(frame) / rate)
        drawBall(time, on: canvas)
        dial.draw(on: canvas, turn: UInt8(min(255, part * 256)))
        drawMeter(time, on: canvas)
        drawSweep(part, on: canvas)
        drawLamp(isLit: flashes.isFlash(frame: frame), on: canvas)
        if let panel = layout.digits {
            canvas.fill(panel, digits.paper)
            digits.draw(
                seconds: second, frames: frameOfSecond, on: canvas, x: panel.x + layout.margin,
                y: panel.y + layout.margin)
        }
        drawStrip(frame, on: canvas)
    }

    private func drawBackdrop(_ frame: Int64, on canvas: SceneCanvas) {
        let picture = SceneCanvas(backdrop)
        // Two pixels a frame at 1280 pixels width, in whole pairs; an odd width does not join itself and stands still.
        let (width, pace) = (Int64(canvas.width), Int64(max(1, canvas.width / 1280)))
        let pairs = canvas.width >= 1280 ? frame &* pace : frame &* width / 1280
        let shift = canvas.width % 2 == 0 ? Int(2 * (pairs % (width / 2))) : 0
        canvas.copyRows(from: layout.stripHeight & ~1, to: layout.bars.y, of: picture, turnedLeft: shift)
        canvas.copyRows(from: layout.bars.y, to: canvas.height, of: picture, turnedLeft: 0)
    }

    private func drawBall(_ time: Double, on canvas: SceneCanvas) {
        let flight = layout.flight
        // Across and back in 11 s; a bounce every 1.7 s.
        let across = abs((time / 5.5).truncatingRemainder(dividingBy: 2) - 1)
        let bounce = (time / 1.7).truncatingRemainder(dividingBy: 1)
        let height = 4 * bounce * (1 - bounce)
        ball.draw(
            on: canvas, x: flight.x + Int(across * Double(flight.width - 1)) & ~1,
            y: flight.y + Int((1 - height) * Double(flight.height - 1)) & ~1)
    }

    private func drawMeter(_ time: Double, on canvas: SceneCanvas) {
        let (rect, columns, steps) = (layout.meter, Self.meterColumns, Self.meterSteps)
        // Small pictures have no room between the lamps.
        let (gapX, gapY) = (rect.width / columns >= 6 ? 2 : 0, rect.height / steps >= 6 ? 2 : 0)
        for column in 0..<columns {
            let phase = Double(column)
            let level =
                0.5 + 0.28 * sin(time * 5.1 + phase * 0.9) + 0.2 * sin(time * 8.3 - phase * 1.7)
            let lit = Int(level * Double(steps) + 0.5)
            let left = rect.x + rect.width * column / columns & ~1
            let right = (rect.x + rect.width * (column + 1) / columns & ~1) - gapX
            for step in 0..<steps {
                let top = rect.y + rect.height * (steps - 1 - step) / steps & ~1
                let bottom = (rect.y + rect.height * (steps - step) / steps & ~1) - gapY
                canvas.fill(
                    PictureRect(x: left, y: top, width: right - left, height: bottom - top),
                    step < lit ? meterLit[step] : meterDark)
            }
        }
    }

    private func drawSweep(_ part: Double, on canvas: SceneCanvas) {
        let rect = layout.sweep
        let filled = Int(part * Double(rect.width)) & ~1
        canvas.fill(PictureRect(x: rect.x, y: rect.y, width: filled, height: rect.height), track)
        canvas.fill(
            PictureRect(x: rect.x + filled, y: rect.y, width: rect.width - filled, height: rect.height), meterDark)
    }

    private func drawLamp(isLit: Bool, on canvas: SceneCanvas) {
        let rect = layout.flash
        let rim = max(2, canvas.height / 120 & ~1)
        canvas.fill(
            PictureRect(
                x: rect.x - rim, y: rect.y - rim, width: rect.width + 2 * rim, height: rect.height + 2 * rim), lamp.rim)
        canvas.fill(rect, isLit ? lamp.on : lamp.off)
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
