import Foundation
import OnAir
import OnAirCapture
import Testing

@Suite("Cameras exchanged while live, on virtual time")
struct CameraExchangeTests {
    /// A broadcast whose devices are exchanged while it runs.
    private struct Show {
        let runner: StepRunner
        let graph: BroadcastGraph
        let backend: SimulatedBackend
        let devices: CaptureDeviceCatalog
        let configuration: BroadcastConfiguration
        let file: URL
        let start = HostTime(nanoseconds: 77_654_321_987)

        init(into folder: borrowing ScratchFolder) throws {
            var configuration = BroadcastConfiguration(profile: .p360n3)
            configuration.camera = .simulated
            configuration.microphone = .simulated
            configuration.video.captureSize = PictureSize(width: 160, height: 90)
            configuration.video.streamSize = PictureSize(width: 160, height: 92)
            configuration.video.frameRate = FrameRate(30)
            configuration.video.preset = "ultrafast"
            configuration.video.threads = 1
            self.configuration = try configuration.validated()
            file = folder.url.appending(path: "show.flv")
            runner = StepRunner(start: start)
            backend = SimulatedBackend(clock: runner.clock)
            devices = CaptureDeviceCatalog([backend])
            graph = BroadcastGraph(configuration: self.configuration, runner: runner) { _ in }
            try graph.startCapture(try CaptureDevices(opening: self.configuration, from: devices))
            graph.startEncoders(try ProgramEncoders(opening: graph.encoderSettings))
            graph.addRecording(id: 1, path: file.path)
            graph.runEncoders()
        }

        func run(until milliseconds: Int64) { runner.run(until: start.advanced(byMilliseconds: milliseconds)) }

        /// Goes on with the camera with this ID.
        func exchange(_ id: String) throws {
            var wanted = configuration
            wanted.camera = .device(uniqueID: id)
            let change = DeviceChange(
                from: configuration, to: wanted, usedCamera: nil, usedMicrophone: nil)
            _ = try graph.exchange(try CaptureDevices(opening: wanted, for: change, from: devices))
        }

        func finish() -> BroadcastStatistics {
            _ = graph.stopCapture()
            #expect(runner.runUntilFinished(limit: runner.clock.now.advanced(byMilliseconds: 1000)))
            return graph.statistics(now: runner.clock.now)
        }
    }

    /// What a viewer's decoder makes of a file.
    private struct Watched {
        let times: [Int64]
        let frames: [UInt32]
        let beeps: [Double]
        let flashes: [Double]
    }

    private func watch(_ file: URL) throws -> Watched {
        let playback = try VirtualBroadcast.playback(of: file)
        return Watched(
            times: playback.pictures.map(\.time.milliseconds),
            frames: playback.pictures.compactMap { $0.reading?.frameNumber }, beeps: playback.beeps,
            flashes: playback.flashes)
    }

    @Test("A hundred changes of camera: no gap in the pictures or the sound, in step throughout, nothing kept")
    func hundred() throws {
        let folder = try ScratchFolder()
        let show = try Show(into: folder)
        var moment: Int64 = 500
        show.run(until: moment)
        weak var before = show.graph.camera
        for number in 0..<100 {
            before = show.graph.camera
            try show.exchange(number % 2 == 0 ? "simulated:back" : "simulated:front")
            // Not a whole number of frames, so that the changes fall everywhere between two pictures.
            moment += 317
            show.run(until: moment)
            #expect(before == nil, "the input of change \(number) is still there")
        }
        let statistics = show.finish()
        #expect(statistics.sound.silence == 0 && statistics.sound.overlapped == 0 && statistics.sound.overrun == 0)
        #expect(statistics.pictures.lagged == 0 && statistics.pictures.skipped == 0)
        #expect(statistics.pictures.poolEmpty == 0)

        let watched = try watch(show.file)
        // round(1000 k / 30), without a hole.
        let grid = (0..<Int64(watched.times.count)).map { (index: Int64) -> Int64 in (1000 * index + 15) / 30 }
        #expect(watched.times == grid)
        #expect(watched.frames.count == watched.times.count)
        // Both cameras number their frames by the clock: no picture is further from its place than a camera's start-up,
        // which is one frame here.
        let offset = try #require(watched.frames.first.map(Int64.init))
        for (index, frame) in watched.frames.enumerated() {
            #expect(abs(Int64(frame) - offset - Int64(index)) <= 1, "picture \(index) shows frame \(frame)")
        }
        #expect(watched.beeps.count >= 30)
        for (flash, beep) in zip(watched.flashes, watched.beeps) { #expect(abs(flash - beep) < 0.020) }
    }

    @Test("A camera that is unplugged has a capture rate of 0 until it is back, and the program keeps its rate")
    func captureRate() throws {
        let folder = try ScratchFolder()
        let show = try Show(into: folder)
        show.backend.play(try SimulatedFaultScript(parsing: "unplug@4-9"))
        var rates: [Double] = []
        for second in Int64(1)...12 {
            show.run(until: second * 1000)
            rates.append(show.graph.statistics(now: show.runner.clock.now).pictures.captureRate)
        }
        #expect(abs(rates[2] - 30) < 0.5)
        #expect(rates[7] == 0)
        #expect(abs(rates[11] - 30) < 0.5)
        let statistics = show.finish()
        #expect(statistics.pictures.lagged == 0 && statistics.sound.silence == 0)
        #expect(statistics.pictures.repeated >= 140, "five seconds of the last picture")
    }

    @Test("The same changes at the same moments give the same bytes")
    func sameBytes() throws {
        let folder = try ScratchFolder()
        let runs = try (0..<2).map { _ in
            let show = try Show(into: folder)
            for number in 0..<10 {
                show.run(until: Int64(500 + 333 * number))
                try show.exchange(number % 2 == 0 ? "simulated:back" : "simulated:front")
            }
            show.run(until: 5000)
            _ = show.finish()
            return try Data(contentsOf: show.file)
        }
        #expect(runs[0].count > 50_000)
        #expect(runs[0] == runs[1])
    }
}
