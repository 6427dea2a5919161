import OnAir
import OnAirCapture
import Testing

/// Switches between cameras that share a bus, and cameras that are kept ready, under a kit on its real threads.
@Suite("Cameras on one bus", .serialized, .timeLimit(.minutes(1)))
struct CameraWarmingTests {
    private func makeKit(
        _ bus: CameraBus, camera: DeviceChoice, warm: [String] = [], log: Log = .silent, simulated: Bool = false
    ) -> StreamerKit {
        var configuration = BroadcastConfiguration(profile: .p360n3)
        configuration.camera = camera
        configuration.microphone = .off
        configuration.warmCameras = warm.map { .device(uniqueID: $0) }
        configuration.video.captureSize = PictureSize(width: 160, height: 90)
        configuration.video.streamSize = PictureSize(width: 160, height: 92)
        let backends: [any CaptureBackend] = simulated ? [bus, SimulatedBackend()] : [bus]
        return StreamerKit(configuration: configuration, devices: CaptureDeviceCatalog(backends), log: log)
    }

    private func choice(_ id: String) -> DeviceChoice { .device(uniqueID: id) }

    /// Waits for a picture that is taken from now on.
    private func waitForPicture(_ kit: StreamerKit) async throws {
        let layer = try await kit.addPreviewLayer()
        let began = MonotonicClock().now
        for await picture in layer.pictures() where picture.captureTime >= began { break }
        await kit.removePreviewLayer(layer)
    }

    @Test("Where both cannot be open the old camera is closed first; where the new one fails the old one is back")
    func inTurn() async throws {
        let bus = CameraBus(room: 1, ["bus:a", "bus:b", "bus:dead"])
        bus.state.withLock { $0.dead = ["bus:dead"] }
        let kit = makeKit(bus, camera: choice("bus:a"))
        try await kit.startCapture()
        #expect(try await kit.selectCamera(choice("bus:b")).id == "bus:b")
        try await waitForPicture(kit)
        #expect(bus.open == ["bus:b"])
        do throws(BroadcastError) {
            try await kit.selectCamera(choice("bus:dead"))
            Issue.record("a dead camera has taken over")
        } catch {
            #expect(error.broadcastCode == .deviceLost)
        }
        #expect(await kit.camera?.uniqueID == "bus:b")
        try await waitForPicture(kit)
        #expect(bus.open == ["bus:b"])
        await kit.stopCapture()
        #expect(bus.open.isEmpty)
    }

    @Test("A camera that is kept ready takes over without being opened, and the one it leaves is kept")
    func warm() async throws {
        let bus = CameraBus(room: 3, ["bus:a", "bus:b", "bus:c"])
        let kit = makeKit(bus, camera: choice("bus:a"), warm: ["bus:a", "bus:b", "bus:absent"])
        try await kit.startCapture()
        for await id in bus.opened where id == "bus:b" { break }
        for id in ["bus:b", "bus:a", "bus:b"] {
            #expect(try await kit.selectCamera(choice(id)).id == id)
            try await waitForPicture(kit)
        }
        #expect(bus.openings == ["bus:a", "bus:b"])
        // One that is not kept is opened, and let go again.
        try await kit.selectCamera(choice("bus:c"))
        #expect(bus.open == ["bus:a", "bus:b", "bus:c"])
        try await kit.selectCamera(choice("bus:a"))
        #expect(bus.open == ["bus:a", "bus:b"])
        // It is kept from when it is connected.
        bus.plug("bus:absent")
        for await id in bus.opened where id == "bus:absent" { break }
        #expect(bus.open == ["bus:a", "bus:b", "bus:absent"])
        await kit.stopCapture()
        await bus.allClosed()
    }

    @Test("A camera that finds no room beside the others is warned of once, and switching to it works")
    func noRoom() async throws {
        let bus = CameraBus(room: 1, ["bus:a", "bus:b"])
        let (lines, warned) = AsyncStream.makeStream(of: String.self)
        let log = Log(label: "test", sink: LineSink(warned), secrets: SecretRegister())
        let kit = makeKit(bus, camera: choice("bus:a"), warm: ["bus:a", "bus:b"], log: log)
        try await kit.startCapture()
        for await line in lines {
            #expect(line.contains("kept ready"))
            break
        }
        for id in ["bus:b", "bus:a", "bus:b"] { #expect(try await kit.selectCamera(choice(id)).id == id) }
        try await waitForPicture(kit)
        await kit.stopCapture()
    }

    @Test("A real camera that comes while a simulated one stands in is told, takes nobody's place, and is the next one")
    func newcomer() async throws {
        let bus = CameraBus(room: 1, [])
        let kit = makeKit(bus, camera: .automatic, simulated: true)
        let events = await kit.events()
        try await kit.startCapture()
        #expect(await kit.camera?.uniqueID == "simulated:front")
        for await event in events {
            // The first numbers come after a second: by then devices are being watched.
            if case .statistics = event { break }
        }
        bus.plug("bus:new")
        for await event in events {
            guard case .device(let status) = event else { continue }
            #expect(status.id == "bus:new" && status.state == .available)
            break
        }
        #expect(await kit.camera?.uniqueID == "simulated:front")
        #expect(try await kit.switchCamera().id == "bus:new")
        await kit.stopCapture()
    }
}

/// Hands on what a log is told.
private final class LineSink: LogSink {
    private let lines: AsyncStream<String>.Continuation

    init(_ lines: AsyncStream<String>.Continuation) { self.lines = lines }

    func write(_ line: LogLine) { lines.yield(line.message) }
}
