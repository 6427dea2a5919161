import Foundation
import OnAir
import OnAirCapture
import OnAirTestKit
import Testing

/// Devices exchanged under a kit on its real threads and clock.
@Suite("StreamerKit and its devices", .serialized, .timeLimit(.minutes(2)))
struct StreamerKitDevicesTests {
    private func makeConfiguration() -> BroadcastConfiguration {
        var configuration = BroadcastConfiguration(profile: .p360n3)
        configuration.camera = .simulated
        configuration.microphone = .simulated
        configuration.video.captureSize = PictureSize(width: 160, height: 90)
        configuration.video.streamSize = PictureSize(width: 160, height: 92)
        configuration.video.frameRate = FrameRate(30)
        configuration.video.preset = "ultrafast"
        return configuration
    }

    private func expectError(
        _ code: BroadcastError.Code, at location: SourceLocation = #_sourceLocation,
        _ body: () async throws(BroadcastError) -> Void
    ) async {
        do throws(BroadcastError) {
            try await body()
            Issue.record("no error where \(code.rawValue) was expected", sourceLocation: location)
        } catch {
            #expect(error.broadcastCode == code, sourceLocation: location)
        }
    }

    @Test("A hundred changes of camera while live: nothing is lost, no descriptor and no thread is left behind")
    func hundredSwitches() async {
        // In a process of its own: what tests beside it open and close would count too.
        await #expect(processExitsWith: .success) { try await StreamerKitDevicesTests().switchAHundredTimes() }
    }

    private func switchAHundredTimes() async throws {
        let folder = try ScratchFolder()
        let server = try #require(LoopbackServer())
        let kit = StreamerKit(
            configuration: makeConfiguration(), devices: CaptureDeviceCatalog([SimulatedBackend()]))
        let file = folder.url.appending(path: "switched.flv")
        try await kit.startCapture()
        try await kit.startRecording(to: file.path)
        try await kit.startStream(to: [try StreamAddress("rtmp://127.0.0.1:\(server.port)/live/key")])
        #expect(await kit.camera?.position == .front)
        let preview = try await kit.addPreviewLayer()
        try await kit.switchCamera()
        let before = (descriptors: try entries(of: "/proc/self/fd"), threads: try entries(of: "/proc/self/task"))
        for number in 1..<100 {
            let began = MonotonicClock().now
            let status = try await kit.switchCamera()
            #expect(status.id == (number % 2 == 0 ? "simulated:back" : "simulated:front"))
            #expect(await kit.configuration.camera == .device(uniqueID: status.id))
            // Until the new camera's picture is on air.
            let connection = preview.connection(for: .video)
            #expect(connection?.input.device.uniqueID == status.id)
            for await picture in preview.pictures() where picture.captureTime >= began { break }
        }
        let after = (descriptors: try entries(of: "/proc/self/fd"), threads: try entries(of: "/proc/self/task"))
        // The old camera's stage may still be ending; a descriptor or thread for each change would be a hundred.
        #expect(after.descriptors < before.descriptors + 10, "\(before) → \(after)")
        #expect(after.threads < before.threads + 10, "\(before) → \(after)")
        #expect(await kit.streamState == .connected)
        await kit.stopCapture()
        let statistics = await kit.statistics
        #expect(statistics.sound.silence == 0 && statistics.sound.overrun == 0)
        let watched = try VirtualBroadcast.playback(of: file)
        // Every grid point that was not lagged or skipped, in order: the timeline has no break.
        let steps = zip(watched.pictures, watched.pictures.dropFirst()).map { ($1.time - $0.time).milliseconds }
        #expect(steps.allSatisfy { $0 > 0 })
        let lost = statistics.pictures.lagged + statistics.pictures.skipped
        #expect(steps.reduce(0) { $0 + max(0, ($1 + 16) / 33 - 1) } <= lost)
    }

    @Test("A camera that cannot be opened leaves the old one running, and says why")
    func failingSwitch() async throws {
        let kit = StreamerKit(
            configuration: makeConfiguration(),
            devices: CaptureDeviceCatalog([SimulatedBackend(), TakenBackend()]))
        await expectError(.invalidState) { () throws(BroadcastError) in try await kit.switchCamera() }
        try await kit.startCapture()
        let events = await kit.events()
        await expectError(.deviceBusy) { () throws(BroadcastError) in
            try await kit.selectCamera(.device(uniqueID: "taken:1"))
        }
        await expectError(.deviceMissing) { () throws(BroadcastError) in
            try await kit.selectCamera(.device(uniqueID: "taken:2"))
        }
        await expectError(.invalidState) { () throws(BroadcastError) in try await kit.selectCamera(.off) }
        #expect(await kit.camera?.uniqueID == "simulated:front")
        #expect(await kit.configuration.camera == .simulated)
        // Pictures go on: two seconds' numbers differ by more than repeats.
        var counted: [BroadcastStatistics.PictureCounts] = []
        for await event in events {
            if case .statistics(let now) = event { counted.append(now.pictures) }
            if counted.count == 2 { break }
        }
        #expect(counted[1].captured > counted[0].captured)
        await kit.stopCapture()
    }

    @Test("Another microphone takes over while live")
    func anotherMicrophone() async throws {
        let folder = try ScratchFolder()
        let clip = try VirtualBroadcast(makeConfiguration(), seconds: 3, into: folder).file
        let kit = StreamerKit(
            configuration: makeConfiguration(), devices: CaptureDeviceCatalog([SimulatedBackend()]))
        try await kit.startCapture()
        let status = try await kit.selectMicrophone(.file(path: clip.path))
        #expect(status.mediaType == .audio && status.id == "file:\(clip.path)")
        #expect(await kit.microphone?.uniqueID == "file:\(clip.path)")
        try await kit.selectMicrophone(.automatic)
        #expect(await kit.microphone?.uniqueID == "simulated:microphone")
        await kit.stopCapture()
        #expect(await kit.microphone == nil)
        #expect(await kit.camera == nil)
    }

    @Test("A stop that comes while another camera is being opened ends the broadcast all the same")
    func stopWhileSwitching() async throws {
        for _ in 0..<20 {
            let kit = StreamerKit(
                configuration: makeConfiguration(), devices: CaptureDeviceCatalog([SimulatedBackend()]))
            try await kit.startCapture()
            async let switched: Void = {
                do throws(BroadcastError) {
                    try await kit.switchCamera()
                } catch {
                    #expect([.cancelled, .invalidState].contains(error.broadcastCode), "\(error)")
                }
            }()
            await kit.stopCapture()
            await switched
            #expect(await kit.captureState == .idle)
            #expect(await kit.camera == nil)
        }
    }

    private func entries(of folder: String) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: folder).count
    }
}

/// A backend whose one camera belongs to somebody else.
private final class TakenBackend: CaptureBackend {
    let name = "taken"

    func cameras() -> [any CameraDriver] { [TakenCamera()] }
}

private final class TakenCamera: CameraDriver {
    let uniqueID = "taken:1"
    let localizedName = "Taken Camera"
    let position = CaptureDevice.Position.back
    let formats: [CaptureFormat] = []
    let isConnected = true
    let authorization = CaptureAuthorization.authorized

    func open(_ request: CameraRequest) throws(CaptureError) -> sending any CameraSource {
        throw CaptureError(.busy, "The camera is in use.", advice: "Close the program that uses it.")
    }
}
