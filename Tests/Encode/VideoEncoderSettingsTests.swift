import OnAirEncode
import OnAirMedia
import Testing

@Suite("Video encoder settings")
struct VideoEncoderSettingsTests {
    private func settings(_ size: String, _ rate: FrameRate, _ bitrate: Int, maximum: Int? = nil, processors: Int = 2)
        throws
        -> VideoEncoderSettings
    {
        VideoEncoderSettings(
            size: try #require(PictureSize(size)), frameRate: rate, bitrate: bitrate, maximumBitrate: maximum,
            processors: processors)
    }

    // Worked out by hand from ITU-T H.264, table A-1.
    @Test(
        "The level is the lowest that allows size, rate and the highest bitrate",
        arguments: [
            ("160x90", FrameRate(15), 80_000, 10), ("160x90", FrameRate(15), 100_000, 11),
            ("640x360", FrameRate(15), 512_000, 22),
            ("640x360", FrameRate(30), 768_000, 30), ("960x540", FrameRate(20), 1_024_000, 31),
            ("1280x720", FrameRate(30), 2_000_000, 31), ("1280x720", FrameRate(30000, 1001), 2_000_000, 31),
            ("720x1280", FrameRate(30), 2_000_000, 31), ("1280x720", FrameRate(31), 2_000_000, 32),
            ("1280x720", FrameRate(60), 4_000_000, 32), ("1920x1080", FrameRate(30), 4_500_000, 40),
            ("1920x1080", FrameRate(30), 26_000_000, 41), ("1920x1080", FrameRate(60), 6_000_000, 42),
            ("3840x2160", FrameRate(30), 20_000_000, 51),
        ])
    func level(size: String, rate: FrameRate, bitrate: Int, expected: Int) throws {
        #expect(try settings(size, rate, bitrate).level?.number == expected)
    }

    @Test("The level already allows for the bitrate it may be raised to, and for the profile")
    func levelAllowsForMore() throws {
        var low = try settings("1280x720", FrameRate(30), 2_000_000, maximum: 17_000_000)
        #expect(low.level?.number == 31)
        #expect(low.configuration.level == 31)
        low.profile = .main
        #expect(low.level?.number == 32, "14 Mbit/s are the end of level 3.1 outside High")
        #expect(try settings("1280x720", FrameRate(30), 2_000_000, maximum: 18_000_000).level?.number == 32)
    }

    @Test("A keyframe lies each two seconds, to the nearest picture of a rational rate")
    func keyframes() throws {
        for (rate, frames) in [
            (FrameRate(30), 60), (FrameRate(30000, 1001), 60), (FrameRate(24000, 1001), 48), (FrameRate(15), 30),
            (FrameRate(25, 2), 25), (FrameRate(1, 5), 1),
        ] {
            #expect(try settings("640x360", rate, 500_000).configuration.keyframeIntervalFrames == frames)
        }
    }

    @Test("The decoder's buffer is one second of the bitrate")
    func buffer() throws {
        let configuration = try settings("640x360", FrameRate(30), 500_000).configuration
        #expect(configuration.bufferBits(atBitrate: 500_000) == 500_000)
        #expect(configuration.bufferBits(atBitrate: 2_000_000) == 2_000_000)
    }

    @Test(
        "Threads follow the processors as long as slices stay thick",
        arguments: [
            ("1280x720", 1, 1), ("1280x720", 2, 2), ("1280x720", 8, 2), ("1920x1080", 8, 4), ("640x360", 8, 1),
            ("160x90", 2, 1),
        ])
    func threads(size: String, processors: Int, expected: Int) throws {
        #expect(try settings(size, FrameRate(30), 500_000, processors: processors).threads == expected)
    }

    @Test("Performance chooses the preset; live tuning, no B pictures")
    func presets() throws {
        var settings = try settings("640x360", FrameRate(30), 500_000)
        #expect(settings.configuration.preset == .superfast)
        #expect(settings.configuration.tuning == .live && settings.configuration.bidirectionalFrames == 0)
        settings.performance = .lowPower
        #expect(settings.configuration.preset == .ultrafast)
        settings.performance = .high
        #expect(settings.configuration.preset == .veryfast)
    }
}
