import OnAir
import OnAirCapture
import OnAirImages
import OnAirMedia
import OnAirTestKit
import Testing

/// What a kit shows, on its real threads and clock.
@Suite("StreamerKit and its picture", .serialized, .timeLimit(.minutes(2)))
struct StreamerKitPictureTests {
    private func kit(_ change: (inout BroadcastConfiguration) -> Void = { _ in }) async throws -> StreamerKit {
        var configuration = BroadcastConfiguration(profile: .p360n1)
        configuration.camera = .simulated
        configuration.microphone = .off
        configuration.video.captureSize = PictureSize(width: 160, height: 90)
        configuration.video.streamSize = PictureSize(width: 160, height: 92)
        configuration.video.frameRate = FrameRate(30)
        configuration.video.filters = []
        change(&configuration)
        let kit = StreamerKit(configuration: configuration, devices: CaptureDeviceCatalog([SimulatedBackend()]))
        try await kit.startCapture()
        return kit
    }

    private func luma(_ picture: Picture, _ x: Int, _ y: Int) -> Int {
        picture.withPlane(0) { Int($0.base[y * $0.stride + x]) }
    }

    private static let white = Layer("wash", .color(.white), placement: LayerPlacement(width: 0.5, height: 0.5))

    /// Limited range (ITU-R BT.601): white is 235, black 16.
    private static let whiteLuma = 235

    @Test("A snapshot is what viewers see; the preview has its own size, and is made only while somebody looks")
    func snapshots() async throws {
        let kit = try await kit {
            $0.video.previewSize = PictureSize(width: 320, height: 180)
            $0.scene = Scene(layers: [Layer(.camera, .camera), Self.white])
        }
        let stream = try await kit.picture(of: .stream)
        #expect(stream.format.size == PictureSize(width: 160, height: 92))
        #expect(luma(stream, 10, 10) == Self.whiteLuma)
        #expect(await kit.currentStatistics().pictures.preview == 0)
        let preview = try await kit.picture(of: .preview)
        #expect(preview.format.size == PictureSize(width: 320, height: 180))
        #expect(luma(preview, 10, 10) == Self.whiteLuma)
        let png = try ImageReader.decode(try await kit.snapshot(), name: "snapshot")
        #expect(png.size == PictureSize(width: 160, height: 92))
        let corner = png.frames[0].bitmap.withPixels { Array(UnsafeBufferPointer(start: $0, count: 4)) }
        #expect(corner == [255, 255, 255, 255])
        let folder = try ScratchFolder()
        let path = folder.url.appending(path: "shot.jpg").path
        try await kit.saveSnapshot(of: .preview, to: path)
        #expect(try ImageReader.read(path: path).size == PictureSize(width: 320, height: 180))
        await kit.stopCapture()
    }

    @Test("A preview gives pictures until it is cancelled, and then costs nothing") func preview() async throws {
        let kit = try await kit()
        let (pictures, queue) = AsyncStream.makeStream(of: PictureSize.self, bufferingPolicy: .bufferingNewest(4))
        let preview = try await kit.addPreview { queue.yield($0.format.size) }
        var seen = 0
        for await size in pictures {
            #expect(size == PictureSize(width: 160, height: 92))
            seen += 1
            if seen == 5 { break }
        }
        preview.cancel()
        // Once its stage has let go; each picture of the stream says that a tick has passed.
        for _ in 0..<5 { _ = try await kit.picture(of: .stream) }
        let made = await kit.currentStatistics().pictures.preview
        for _ in 0..<5 { _ = try await kit.picture(of: .stream) }
        #expect(await kit.currentStatistics().pictures.preview == made)
        #expect(made >= 5)
        await kit.stopCapture()
    }

    /// Makes everything one brightness.
    private final class Flat: PictureFilter {
        let name: String
        let level: UInt8
        let seen = Lock(0)

        init(_ name: String, _ level: UInt8) { (self.name, self.level) = (name, level) }

        func process(_ picture: inout MutablePicture, at time: MediaTime) {
            seen.withLock { $0 += 1 }
            picture.withMutablePlane(0) { plane in
                for row in 0..<plane.rows {
                    for column in 0..<plane.bytesPerRow { plane.base[row * plane.stride + column] = level }
                }
            }
        }
    }

    @Test("The callback's drawing goes through the filters, layers lie over both, and their time is told")
    func filters() async throws {
        let kit = try await kit { $0.scene = Scene(layers: [Layer(.camera, .camera), Self.white]) }
        let called = Lock(0)
        await kit.setPictureCallback { picture in
            called.withLock { $0 += 1 }
            picture.withMutablePlane(0) { plane in plane.base[91 * plane.stride + 159] = 77 }
        }
        var picture = try await kit.picture()
        while called.withLock({ $0 }) < 2 { picture = try await kit.picture() }
        #expect(luma(picture, 159, 91) == 77)
        let (first, second) = (Flat("first", 30), Flat("second", 60))
        await kit.setFilters([first, second])
        while second.seen.withLock({ $0 }) < 2 { picture = try await kit.picture() }
        #expect(luma(picture, 159, 91) == 60 && luma(picture, 10, 10) == Self.whiteLuma)
        let work = await kit.currentStatistics().work
        #expect(work.filters.map(\.name) == ["first", "second"] && work.filterMilliseconds > 0)
        #expect(work.convertMilliseconds > 0 && work.callbackMilliseconds > 0)
        await kit.setFilters([])
        await kit.setPictureCallback(nil)
        let before = second.seen.withLock { $0 }
        for _ in 0..<4 { picture = try await kit.picture() }
        #expect(second.seen.withLock { $0 } <= before + 1 && luma(picture, 159, 91) != 60)
        await kit.stopCapture()
    }

    @Test("Filters change live, the app's own come after them, and one that cannot be had changes nothing")
    func configuredFilters() async throws {
        let kit = try await kit { $0.video.filters = [.look(LookSettings(look: "noir"))] }
        func isGrey(_ picture: Picture) -> Bool {
            (1...2).allSatisfy { index in
                picture.withPlane(index) { plane in
                    (0..<plane.rows).allSatisfy { row in
                        (0..<plane.bytesPerRow).allSatisfy { plane.base[row * plane.stride + $0] == 128 }
                    }
                }
            }
        }
        #expect(isGrey(try await kit.picture()))
        for (steps, code) in [
            ([FilterStep.look(LookSettings(look: "no-such-look"))], "filter-value-invalid"),
            ([.look(LookSettings(look: "/nowhere/a.cube"))], "filter-file-unreadable"),
            ([.key(ChromaKey(color: .green, background: "/nowhere/a.png"))], "filter-file-unreadable"),
            ([.skin(SkinSmoothing(smooth: 2))], "filter-value-invalid"),
            ([FilterStep](repeating: .sharpen(Sharpening()), count: 17), "invalid-configuration"),
        ] {
            do throws(BroadcastError) {
                try await kit.configure { $0.video.filters = steps }
                Issue.record("\(steps) was taken")
            } catch {
                #expect(error.code == code, "\(error)")
            }
        }
        #expect(await kit.configuration.video.filters == [.look(LookSettings(look: "noir"))])
        #expect(isGrey(try await kit.picture()))
        let own = Flat("own", 60)
        await kit.setFilters([own])
        while own.seen.withLock({ $0 }) < 2 { _ = try await kit.picture() }
        let both = try await kit.picture()
        #expect(isGrey(both) && luma(both, 10, 10) == 60)
        try await kit.configure { $0.video.filters = [] }
        var picture = try await kit.picture()
        let clock = ContinuousClock()
        let limit = clock.now + .milliseconds(3 * 400)
        while isGrey(picture), clock.now < limit { picture = try await kit.picture() }
        #expect(!isGrey(picture) && luma(picture, 10, 10) == 60)
        await kit.stopCapture()
    }

    @Test("A scene that cannot be shown changes nothing; layers are set, changed and removed by name")
    func layers() async throws {
        let kit = try await kit()
        await #expect(throws: BroadcastError.self) {
            try await kit.setLayer(Layer(.logo, .picture(path: "/nowhere/logo.png"), placement: .logo))
        }
        #expect(await kit.configuration.scene == .camera)
        await #expect(throws: BroadcastError.self) { try await kit.changeLayer(.logo) { $0.alpha = 0.5 } }
        try await kit.setLayer(Self.white)
        var picture = try await kit.picture()
        #expect(luma(picture, 10, 10) == Self.whiteLuma)
        try await kit.changeLayer("wash") { $0.placement.x = 0.5 }
        _ = try await kit.picture()
        picture = try await kit.picture()
        #expect(luma(picture, 159, 10) == Self.whiteLuma && luma(picture, 10, 10) != Self.whiteLuma)
        try await kit.removeLayer("wash")
        #expect(await kit.configuration.scene == .camera)
        await #expect(throws: BroadcastError.self) {
            try await kit.configure { $0.scene.layers.append(Layer(.camera, .camera)) }
        }
        await kit.stopCapture()
    }

    @Test("The orientation changes while live, and what is asked for before capture or without a camera is told")
    func orientation() async throws {
        let kit = try await kit()
        try await kit.configure { $0.video.orientation = .portrait }
        var picture = try await kit.picture()
        while picture.format.size.width > picture.format.size.height { picture = try await kit.picture() }
        #expect(picture.format.size == PictureSize(width: 92, height: 160))
        await kit.stopCapture()
        await #expect(throws: BroadcastError.self) { try await kit.picture() }
        await #expect(throws: BroadcastError.self) { try await kit.addPreview { _ in } }
    }
}
