import Glibc
import OnAirCapture
import OnAirMedia

/// One picture of the simulated scene, for measuring.
struct StudioShot {
    let size: PictureSize
    let luma: [UInt8]
    let cb: [UInt8]
    let cr: [UInt8]

    /// Frame `frame` of the camera at `position`, taken with what `change` makes of a lens at 0.45.
    init(
        _ position: CaptureDevice.Position = .front, _ size: PictureSize = PictureSize(width: 320, height: 180),
        frame: Int64 = 12, _ change: (inout StudioOptics) -> Void = { _ in }
    ) {
        self.size = size
        var optics = StudioOptics()
        optics.lensPosition = 0.45
        change(&optics)
        let bytes = Self.bytes(position, size, .i420, [frame], optics)[0]
        let area = size.width * size.height
        luma = Array(bytes[..<area])
        cb = Array(bytes[area..<area * 5 / 4])
        cr = Array(bytes[(area * 5 / 4)...])
    }

    /// A scene that nobody draws with, so that its layers need not be painted for each picture. Unchecked for that.
    private struct Keeper: @unchecked Sendable { let scene: SimulatedScene }
    private struct Kind: Hashable {
        let position: CaptureDevice.Position
        let size: PictureSize
    }
    private static let kept = Lock<[Kind: Keeper]>([:])

    static func bytes(
        _ position: CaptureDevice.Position, _ size: PictureSize, _ pixels: PixelFormat, _ frames: [Int64],
        _ optics: StudioOptics
    ) -> [[UInt8]] {
        let format = PictureFormat(size: size, pixels: pixels, color: .stream(for: size))
        let scene = SimulatedScene(format: format, frameRate: FrameRate(30), position: position)
        let other = Keeper(
            scene: SimulatedScene(format: format, frameRate: FrameRate(30), position: position))
        kept.withLock { $0[Kind(position: position, size: size)] = other }
        let pool = PicturePool(format: format, capacity: 1)
        return frames.compactMap { frame in
            guard var picture = pool.take(captureTime: HostTime(nanoseconds: 0), sequence: frame) else { return nil }
            scene.draw(frame, through: optics, into: &picture)
            return rawBytes(picture.freeze())
        }
    }

    /// A part of the picture: left, top, right, bottom in parts of it.
    typealias Region = (Double, Double, Double, Double)

    private func places(_ region: Region, share: Int = 1) -> [(Int, Int)] {
        let (width, height) = (Double(size.width / share), Double(size.height / share))
        return (Int(region.1 * height)..<Int(region.3 * height)).flatMap { y in
            (Int(region.0 * width)..<Int(region.2 * width)).map { ($0, y) }
        }
    }

    func lumas(_ region: Region) -> [Double] { places(region).map { Double(luma[$0.1 * size.width + $0.0]) } }

    /// Mean of Cb and Cr, from neutral.
    func chroma(_ region: Region) -> (cb: Double, cr: Double) {
        let at = places(region, share: 2).map { $0.1 * (size.width / 2) + $0.0 }
        return (
            at.reduce(0) { $0 + Double(cb[$1]) - 128 } / Double(at.count),
            at.reduce(0) { $0 + Double(cr[$1]) - 128 } / Double(at.count)
        )
    }

    /// Mean light: codes of limited range (ITU-R BT.709, 16 and 235) to the power of the display's 2.2.
    func light(_ region: Region) -> Double {
        let all = lumas(region)
        return all.reduce(0) { $0 + pow(max(0, $1 - 16) / 219, 2.2) } / Double(all.count)
    }

    /// Mean square of the Laplacian: what a contrast autofocus makes as large as it can.
    func sharpness(_ region: Region) -> Double {
        let all = places(region)
        return all.reduce(0) { sum, place in
            let at = place.1 * size.width + place.0
            let around = Int(luma[at - 1]) + Int(luma[at + 1]) + Int(luma[at - size.width]) + Int(luma[at + size.width])
            let value = Double(4 * Int(luma[at]) - around)
            return sum + value * value
        } / Double(all.count)
    }

    /// The middle of the pixels around `point` (in parts of the picture) whose colour is near `color`; nil where there
    /// are none.
    func find(_ mark: StudioMark, near point: SensorPoint, zoom: Double = 1) -> SensorPoint? {
        let (r, g, b) = (Double(mark.color.x) * 200, Double(mark.color.y) * 200, Double(mark.color.z) * 200)
        let y = 0.299 * r + 0.587 * g + 0.114 * b
        let (wantedBlue, wantedRed) = (0.564 * (b - y) / 200 * 224, 0.713 * (r - y) / 200 * 224)
        let reach = 0.05 * zoom
        let region = (
            max(0, point.x - reach), max(0.1, point.y - reach), min(1, point.x + reach), min(1, point.y + reach)
        )
        var (sum, x, y0) = (0.0, 0.0, 0.0)
        for (column, row) in places(region, share: 2) {
            let at = row * (size.width / 2) + column
            let (u, v) = (Double(cb[at]) - 128, Double(cr[at]) - 128)
            // Like the mark's in direction, and at least half as strong.
            let along = (u * wantedBlue + v * wantedRed) / (wantedBlue * wantedBlue + wantedRed * wantedRed)
            let across = hypot(u - along * wantedBlue, v - along * wantedRed)
            guard along > 0.45, across < 18 else { continue }
            (sum, x, y0) = (sum + 1, x + Double(column) + 0.5, y0 + Double(row) + 0.5)
        }
        guard sum > 0 else { return nil }
        return SensorPoint(x: x / sum * 2 / Double(size.width), y: y0 / sum * 2 / Double(size.height))
    }
}
