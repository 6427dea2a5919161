import Glibc
import OnAirCapture
import OnAirMedia
import OnAirTestKit
import Testing

@Suite("Simulated scene")
struct SceneTests {
    @Test(
        "Numbers, time codes and flashes are read back after x264",
        arguments: [
            ("160x90", PixelFormat.yuyv, "yuyv422"), ("1280x720", .nv12, "nv12"), ("640x360", .i420, "yuv420p"),
        ])
    func crossesEncoder(size: String, pixels: PixelFormat, name: String) throws {
        let (size, rate, tool) = (try #require(PictureSize(size)), FrameRate(30), try FFmpegTool())
        let frames = CaptureRun().run(
            try SimulatedCamera(.init(size: size, frameRate: rate, pixels: pixels)), until: rate.time(ofFrame: 64)
        ) { picture, _ in rawBytes(picture) }
        try tool.write(Array(frames.joined()), to: "scene.raw")
        try tool.ffmpeg(
            "-f rawvideo -pix_fmt \(name) -s \(size) -r 30 -i scene.raw -c:v libx264 -preset ultrafast -b:v "
                + "\(size.width > 1000 ? "2M" : "300k") -pix_fmt yuv420p scene.mkv")
        try tool.ffmpeg("-i scene.mkv -f rawvideo -pix_fmt gray back.raw")
        let back = BurntInReader.readAll(try tool.read("back.raw"), size: size, frameBytes: size.width * size.height)
        let sent = (0..<UInt32(65)).map {
            BurntInReading(frameNumber: $0, timeCode: $0 * 1000 / 30, isFlash: $0 % 30 < 3 && $0 >= 30)
        }
        #expect(back == sent)
    }

    @Test(
        "The Python reader of the end-to-end tests reads the same",
        .enabled("needs python3 with numpy") { FFmpegTool.hasNumPy })
    func pythonReader() throws {
        let (tool, rate) = (try FFmpegTool(), FrameRate(30000, 1001))
        let size = PictureSize(width: 160, height: 90)
        let pictures = CaptureRun().run(
            try SimulatedCamera(.init(size: size, frameRate: rate, pixels: .i420)), until: .milliseconds(2200)
        ) { picture, _ in (bytes: rawBytes(picture), reading: BurntInReader.read(picture)) }
        try tool.write(pictures.flatMap(\.bytes), to: "a.yuv")
        let lines = try tool.burntIn("frames --size \(size) --pixels yuv420p", input: "a.yuv")
        let expected = pictures.map { picture in
            picture.reading.map {
                "{\"frame\": \($0.frameNumber), \"milliseconds\": \($0.timeCode), \"flash\": \($0.isFlash)}"
            } ?? "null"
        }
        #expect(lines == expected)
        #expect(lines.count == 66)
        let sound = CaptureRun().run(
            try SimulatedMicrophone(.init(cameraFrameRate: rate)), until: .milliseconds(2500)
        ) { block, _ in block.withChannel(0) { Array(UnsafeRawBufferPointer($0)) } }
        try tool.write(Array(sound.joined()), to: "a.f32")
        // Frames 30 and 60 start the flashes, 30 · 1001 / 30000 s after the epoch.
        let beeps = try tool.burntIn("beeps --rate 48000", input: "a.f32")
            .compactMap { Double($0.drop { !$0.isNumber }.prefix { $0.isNumber || $0 == "." }) }
        #expect(beeps.count == 2)
        for (beep, start) in zip(beeps, [1.001, 2.002]) { #expect(abs(beep - start) < 0.0001) }
    }

    @Test("A damaged code strip is not read")
    func damaged() throws {
        let size = PictureSize(width: 160, height: 90)
        let pictures = CaptureRun().run(try SimulatedCamera(.init(size: size, pixels: .i420)), until: .zero) {
            picture, _ in rawBytes(picture)
        }
        let good = try #require(pictures.first)
        let reading = good.withUnsafeBytes { BurntInReader.read($0, size: size) }
        #expect(reading == BurntInReading(frameNumber: 0, timeCode: 0, isFlash: false))
        // Each cell in turn made the opposite of what it is.
        for row in 0..<2 {
            for column in 0..<40 {
                var bad = good
                for y in row * 90 / 20..<(row + 1) * 90 / 20 {
                    for x in column * 4..<column * 4 + 4 { bad[y * 160 + x] = 240 - bad[y * 160 + x] }
                }
                #expect(bad.withUnsafeBytes { BurntInReader.read($0, size: size) } == nil)
            }
        }
    }

    @Test("The checksum is CRC-8/SMBUS")
    func checksum() {
        // 0xC2 for "1234" from a Python version that gives the catalogue's check value, 0xF4 for "123456789".
        #expect(BurntInCode.crc8(0x3132_3334) == 0xC2)
        #expect(BurntInCode.crc8(0) == 0)
        #expect(BurntInCode.crc8(1) == 0x07)
    }

    @Test("Drawing a 720p frame takes at most 2 ms of one core", arguments: [PixelFormat.nv12, .i420, .yuyv])
    func drawingTime(pixels: PixelFormat) throws {
        let (size, rate) = (PictureSize(width: 1280, height: 720), FrameRate(30))
        let format = PictureFormat(size: size, pixels: pixels, color: .stream(for: size))
        let begin = Self.threadTime()
        let scene = SimulatedScene(format: format, frameRate: rate)
        let made = Self.threadTime() - begin
        let pool = PicturePool(format: format, capacity: 1)
        guard var picture = pool.take(captureTime: HostTime(nanoseconds: 0), sequence: 0) else {
            Issue.record("a fresh pool has a picture")
            return
        }
        var best = Double.infinity
        for round in 0..<Int64(10) {
            let start = Self.threadTime()
            for frame in 0..<Int64(20) { scene.draw(round * 20 + frame, through: StudioOptics(), into: &picture) }
            best = min(best, (Self.threadTime() - start) / 20)
        }
        #if !DEBUG
            #expect(best < 0.002)
            #expect(made < 0.5)
        #endif
    }

    @Test(
        "A camera opened again in the format it had has nothing to paint",
        arguments: [CaptureDevice.Position.front, .back])
    func openingAgain(position: CaptureDevice.Position) throws {
        let backend = SimulatedBackend()
        let (unit, other) =
            position == .front
            ? (backend.frontCamera, backend.backCamera) : (backend.backCamera, backend.frontCamera)
        // Sizes that nobody uses beside this one: what is painted is shared in the process.
        let large = position == .front ? 684 : 668
        func open(_ unit: SimulatedCameraUnit, _ height: Int) throws -> Double {
            let begin = Self.threadTime()
            let size = PictureSize(width: height * 16 / 9, height: height)
            try unit.open(CameraRequest(size: size, frameRate: FrameRate(30))).prepare()
            return Self.threadTime() - begin
        }
        let first = try open(unit, large)
        _ = try open(other, large)
        let again = try open(unit, large)
        #expect(again < first / 5, "\(again) s after \(first) s")
        // It keeps one format.
        _ = try open(unit, 324)
        let anew = try open(unit, large)
        #expect(anew > first / 5, "\(anew) s after \(first) s")
    }

    private static func threadTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
