import Glibc
import OnAirCapture
import OnAirMedia
import OnAirPixels
import OnAirV4L2
import Testing

/// What pictures of real drivers become. Runs in the testbed's machine only, where `ONAIR_TESTBED` is set and names a
/// folder: the pictures are left there, for another program to compare them with its own.
@Suite("Pixel formats of real drivers", .enabled(if: Testbed.folder != nil), .serialized)
struct RealFormatTests {
    /// A node, a code, a size and a padding: `ONAIR_TESTBED_CASES` lists them as `NODE,CODE,WIDTH,HEIGHT,PADDING`,
    /// separated by spaces.
    struct Case: CustomStringConvertible, Sendable {
        let path: String
        let code: V4L2Code
        let size: PictureSize
        let padding: Int
        let description: String

        init?(_ text: Substring) {
            let words = text.split(separator: ",")
            guard words.count == 5, let width = Int(words[2]), let height = Int(words[3]), let padding = Int(words[4]),
                let known = V4L2Layout.known.first(where: { "\($0.code)" == words[1] })
            else { return nil }
            (path, code, size) = (String(words[0]), known.code, PictureSize(width: width, height: height))
            self.padding = padding
            description = "\(words[1])-\(width)x\(height)+\(padding)"
        }
    }

    static let cases = (getenv("ONAIR_TESTBED_CASES").map { String(cString: $0) } ?? "").split(separator: " ")
        .compactMap(Case.init)

    @Test("Every format gives a picture of the size and stride that the driver grants", arguments: cases)
    func picture(_ one: Case) throws {
        let folder = try #require(Testbed.folder)
        let narrowed = try NarrowedNode(path: one.path, code: one.code, size: one.size, padding: one.padding)
        let found = try #require(V4L2Directory().camera(calledBy: one.path))
        // The directory looks at the real node; the camera opens the narrowed one.
        let directory = V4L2Directory { (path) throws(V4L2Error) in
            path == one.path ? narrowed.node : try V4L2Node(path: path)
        }
        let driver = V4L2CameraDriver(found, in: directory)
        let camera = try driver.open(CameraRequest(size: one.size, frameRate: FrameRate(15)))
        // Without the last column and row where the driver has no room for their chroma.
        let size = camera.format.size
        #expect(size == one.size || size == PictureSize(width: one.size.width & ~1, height: one.size.height & ~1))
        #expect(camera.format.pixels == V4L2Layout(one.code)?.pixels)

        let third = Self.picture(of: camera, narrowed)
        let picture = try #require(third)
        if one.padding > 0 {
            let (stride, row) = picture.withPlane(0) { ($0.stride, $0.bytesPerRow) }
            #expect(stride >= row + one.padding)
        }
        let format = PictureFormat(size: size, pixels: .i420, color: .stream(for: size))
        let pool = PicturePool(format: format, capacity: 1)
        guard var converted = pool.take(captureTime: picture.captureTime, sequence: 0) else { return }
        try PictureConverter().convert(picture, crop: PictureRect(size), orientation: .up, into: &converted)
        try Self.write(rawBytes(converted.freeze()), to: "\(folder)/\(one).i420")
    }

    /// The third picture: the first ones may come before everything is set.
    private static func picture(of camera: sending any CameraSource, _ node: NarrowedNode) -> Picture? {
        let clock = MonotonicClock()
        let signals = StepRunner(start: clock.now)
        let slot = LatestSlot<Picture>(consumer: signals.makeSignal())
        camera.start(
            into: slot, ledger: DropLedger(), stop: StopRequest(signal: signals.makeSignal()), at: clock.now)
        var count = 0
        for _ in 0..<200 {
            node.wait(milliseconds: 50)
            _ = camera.step(now: clock.now)
            guard let picture = slot.take() else { continue }
            count += 1
            if count == 3 { return picture }
        }
        return nil
    }

    private static func write(_ bytes: [UInt8], to path: String) throws {
        let file = try #require(fopen(path, "w"), "cannot write \(path)")
        defer { fclose(file) }
        #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    }
}
