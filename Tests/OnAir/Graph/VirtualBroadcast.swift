import Foundation
import OnAir
import OnAirCapture
import OnAirFFmpeg
import OnAirTestKit
import Testing

/// A whole broadcast on virtual time: simulated devices through every stage into an FLV file, read back by a decoder.
struct VirtualBroadcast {
    let file: URL
    let statistics: BroadcastStatistics

    /// Runs `seconds` of `configuration` and lets every stage end by itself.
    init(_ configuration: BroadcastConfiguration, seconds: Int64, into folder: borrowing ScratchFolder) throws {
        file = folder.url.appending(path: "\(UUID().uuidString).flv")
        var configuration = try configuration.validated()
        configuration.video.threads = 1
        // Any start that is not a whole number of anything: the host's clock counts from boot.
        let start = HostTime(nanoseconds: 123_456_789_123)
        let runner = StepRunner(start: start)
        // Simulated devices of its own: nobody else moves them.
        let devices = CaptureDeviceCatalog([SimulatedBackend()])
        let graph = BroadcastGraph(configuration: configuration, runner: runner) { _ in }
        try graph.startCapture(try CaptureDevices(opening: configuration, from: devices))
        graph.startEncoders(try ProgramEncoders(opening: graph.encoderSettings))
        graph.addRecording(id: 1, path: file.path)
        graph.runEncoders()
        runner.run(until: start.advanced(by: MediaTime(value: seconds, timescale: 1)))
        _ = graph.stopCapture()
        #expect(runner.runUntilFinished(limit: runner.clock.now.advanced(byMilliseconds: 1000)))
        statistics = graph.statistics(now: runner.clock.now)
    }

    /// What a viewer's decoder makes of the file.
    struct Playback {
        /// Each picture's time, and what is burnt into it.
        var pictures: [(time: MediaTime, reading: BurntInReading?)] = []
        /// When each beep starts, in seconds on the file's timeline.
        var beeps: [Double] = []
        /// When each flash starts, in seconds on the file's timeline.
        var flashes: [Double] = []
    }

    private struct PoolIsEmpty: Error {}

    func playback() throws -> Playback { try Self.playback(of: file) }

    /// What a viewer's decoder makes of `file`.
    static func playback(of file: URL) throws -> Playback {
        var result = Playback()
        let reader = try MediaFileReader(path: file.path)
        let format = try #require(reader.video?.format)
        let sound = try #require(reader.sound)
        let pictures = PicturePool(format: format, capacity: 2)
        let blocks = SoundPool(format: sound, blockCapacity: MediaFileReader.soundBlockSize, capacity: 2)
        var detector = BeepDetector(sampleRate: sound.sampleRate)
        var firstSound: MediaTime?
        var wasFlash = true
        while let item = try reader.next() {
            switch item {
            case .picture(let time):
                guard var picture = pictures.take(captureTime: HostTime(nanoseconds: 0), sequence: 0) else {
                    throw PoolIsEmpty()
                }
                try reader.copyPicture(into: &picture)
                let reading = BurntInReader.read(picture.freeze())
                result.pictures.append((time, reading))
                let isFlash = reading?.isFlash ?? false
                if isFlash && !wasFlash { result.flashes.append(time.seconds) }
                wasFlash = isFlash
            case .sound(let time, let sampleCount):
                firstSound = firstSound ?? time
                guard var block = blocks.take(captureTime: HostTime(nanoseconds: 0), sampleCount: sampleCount) else {
                    throw PoolIsEmpty()
                }
                try reader.copySound(into: &block)
                block.freeze().withChannel(0) { detector.feed($0) }
            }
        }
        let origin = firstSound?.seconds ?? 0
        result.beeps = detector.onsets.map { origin + $0 / Double(sound.sampleRate) }
        return result
    }
}

/// A folder that is gone when the test is.
struct ScratchFolder: ~Copyable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "onair-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
