import Foundation
import OnAir
import Testing

@Suite("A whole broadcast on virtual time")
struct BroadcastGraphTests {
    private func configuration(
        _ size: PictureSize, _ rate: FrameRate, bitrate: Int = 400_000
    ) -> BroadcastConfiguration {
        var configuration = BroadcastConfiguration(profile: .p360n3)
        configuration.video.captureSize = size
        configuration.video.streamSize = size
        configuration.video.frameRate = rate
        configuration.video.bitrate = bitrate
        configuration.video.preset = "ultrafast"
        return configuration
    }

    @Test(
        "Every camera frame reaches the viewer once, in order and at its exact millisecond",
        arguments: [FrameRate(30), FrameRate(30000, 1001), FrameRate(25), FrameRate(24), FrameRate(60), FrameRate(15)])
    func everyFrame(rate: FrameRate) throws {
        let folder = try ScratchFolder()
        let broadcast = try VirtualBroadcast(
            configuration(PictureSize(width: 320, height: 180), rate), seconds: 20, into: folder)
        let pictures = try broadcast.playback().pictures
        #expect(Int64(pictures.count) >= rate.frame(atOrBefore: MediaTime(value: 20, timescale: 1)) - 1)
        let first = try #require(pictures.first?.reading).frameNumber
        for (index, picture) in pictures.enumerated() {
            #expect(picture.reading?.frameNumber == first + UInt32(index))
            // FLV carries whole milliseconds: round(1000 k / rate), from the index and never from a sum.
            #expect(picture.time.milliseconds == rate.time(ofFrame: Int64(index)).milliseconds)
        }
        let counts = broadcast.statistics.pictures
        #expect(counts.repeated == 0 && counts.late == 0 && counts.lagged == 0 && counts.skipped == 0)
        #expect(broadcast.statistics.sound.silence == 0 && broadcast.statistics.sound.overlapped == 0)
    }

    @Test("Keyframes come each two seconds and nowhere else, from the first picture on")
    func keyframes() throws {
        let folder = try ScratchFolder()
        let broadcast = try VirtualBroadcast(
            configuration(PictureSize(width: 320, height: 180), FrameRate(30)), seconds: 7, into: folder)
        // FLV 10.1, E.4.3.1: the high nibble of a video tag's first byte is 1 for a keyframe.
        let keyframes = try FLVTags(Data(contentsOf: broadcast.file)).filter {
            $0.isVideo && $0.isKeyframe && $0.isPicture
        }
        #expect(keyframes.map(\.time) == [0, 2000, 4000, 6000])
    }

    @Test("Two runs give identical bytes")
    func identicalBytes() throws {
        let folder = try ScratchFolder()
        let wanted = configuration(PictureSize(width: 640, height: 360), FrameRate(30), bitrate: 800_000)
        let runs = try (0..<2).map { _ in
            try Data(contentsOf: VirtualBroadcast(wanted, seconds: 10, into: folder).file)
        }
        #expect(runs[0].count > 100_000)
        #expect(runs[0] == runs[1])
    }

    /// The hour takes most of a minute: ten of its minutes where nobody asks for long tests.
    private static let length: Int64 = ProcessInfo.processInfo.environment["ONAIR_TEST_HOURS"] == nil ? 600 : 3600

    @Test("Flash and beep are together at the start and after an hour")
    func lipsAfterAnHour() throws {
        let folder = try ScratchFolder()
        let broadcast = try VirtualBroadcast(
            configuration(PictureSize(width: 160, height: 92), FrameRate(5), bitrate: 100_000), seconds: Self.length,
            into: folder)
        let playback = try broadcast.playback()
        #expect(playback.flashes.count >= Self.length - 2)
        #expect(playback.beeps.count >= Self.length - 2)
        // Each flash has its beep within 20 ms. The last second's beep may be cut by the end of the file.
        var beeps = playback.beeps[...]
        var worst = 0.0
        for flash in playback.flashes.dropLast() {
            while let beep = beeps.first, beep < flash - 0.5 { beeps.removeFirst() }
            worst = max(worst, abs((beeps.first ?? .infinity) - flash))
        }
        #expect(worst <= 0.020, "worst distance \(worst * 1000) ms")
        #expect(broadcast.statistics.pictures.repeated == 0)
        #expect(broadcast.statistics.sound.silence == 0)
    }
}
