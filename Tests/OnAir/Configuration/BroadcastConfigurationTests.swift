import Foundation
import OnAir
import Testing

@Suite struct BroadcastConfigurationTests {
    @Test(
        "Each profile has the numbers of the published table",
        arguments: [
            // raw value, name, capture, stream, fps, video kbit/s, audio kbit/s
            (0, "360p_auto", "640x480", "640x360", 15, 512, 64), (1, "360p_1", "960x540", "640x360", 15, 512, 64),
            (2, "360p_2", "1280x720", "640x360", 20, 768, 64), (3, "360p_3", "640x480", "640x360", 15, 512, 64),
            (100, "540p_auto", "960x540", "960x540", 15, 768, 64), (101, "540p_1", "960x540", "960x540", 15, 768, 64),
            (102, "540p_2", "1280x720", "960x540", 15, 768, 64), (103, "540p_3", "1280x720", "960x540", 20, 1024, 64),
            (200, "720p_auto", "1280x720", "1280x720", 15, 1024, 128),
            (201, "720p_1", "1280x720", "1280x720", 15, 1024, 128),
            (202, "720p_2", "1280x720", "1280x720", 20, 1280, 128),
            (203, "720p_3", "1280x720", "1280x720", 24, 1536, 128),
            (301, "1080p_1", "1920x1080", "1920x1080", 30, 4500, 160),
        ] as [(Int, String, String, String, Int64, Int, Int)])
    func profiles(_ row: (Int, String, String, String, Int64, Int, Int)) throws {
        let profile = try #require(Profile(rawValue: row.0))
        #expect(Profile(name: row.1) == profile)
        #expect(profile.name == row.1)
        let video = BroadcastConfiguration(profile: profile).video
        #expect(video.captureSize.description == row.2)
        #expect(video.streamSize.description == row.3)
        #expect(video.frameRate == FrameRate(row.4))
        #expect(video.bitrate == row.5 * 1000)
        #expect(BroadcastConfiguration(profile: profile).audio.bitrate == row.6 * 1000)
    }

    @Test("There is no profile beyond the table")
    func noOtherProfile() {
        #expect(Profile.allCases.count == 13)
        #expect(Profile(name: "8k") == nil)
    }

    @Test("Sizes and rates outside their range are clamped; sizes come out as multiples of 4")
    func clamping() throws {
        var configuration = BroadcastConfiguration()
        configuration.video.streamSize = PictureSize(width: 4000, height: 51)
        configuration.video.frameRate = FrameRate(240)
        let valid = try configuration.validated()
        #expect(valid.video.streamSize.width == 1920)
        #expect(valid.video.streamSize.height >= 90 && valid.video.streamSize.height % 4 == 0)
        #expect(valid.video.frameRate == FrameRate(60))
        configuration.video.frameRate = FrameRate(1, 2)
        #expect(try configuration.validated().video.frameRate == FrameRate(1))
    }

    @Test("What cannot be clamped is refused with the field's name")
    func refusals() {
        func refuses(
            _ change: (inout BroadcastConfiguration) -> Void, _ word: String,
            at location: SourceLocation = #_sourceLocation
        ) {
            var configuration = BroadcastConfiguration()
            change(&configuration)
            #expect(sourceLocation: location) {
                try configuration.validated()
            } throws: { error in
                (error as? BroadcastError)?.broadcastCode == .invalidConfiguration && "\(error)".contains(word)
            }
        }
        refuses({ $0.video.bitrate = 0 }, "bitrate")
        refuses({ $0.video.preset = "turbo" }, "preset")
        refuses({ $0.video.threads = 99 }, "threads")
        refuses({ $0.reconnectAttempts = .limited(-1) }, "reconnect attempts")
        refuses({ $0.reconnectDelay = 0.09 }, "reconnect delay")
        refuses({ $0.reconnectDelay = .nan }, "reconnect delay")
        refuses({ $0.video.keyframeInterval = 0 }, "keyframe")
        refuses({ $0.video.captureSize = PictureSize(width: 1, height: 1) }, "capture size")
        refuses({ $0.audio.sampleRate = 22_050 }, "sample rate")
        refuses({ $0.audio.bitrate = 1 }, "audio bitrate")
        refuses(
            {
                $0.camera = .off
                $0.microphone = .off
            }, "camera or a microphone")
    }

    @Test("Reconnecting is without end unless set, and what an older file says nothing of has its default")
    func reconnecting() throws {
        #expect(BroadcastConfiguration().reconnectAttempts == .unlimited)
        #expect(BroadcastConfiguration().reconnectDelay == nil)
        var configuration = BroadcastConfiguration()
        configuration.reconnectAttempts = .limited(0)
        configuration.reconnectDelay = 0.1
        _ = try configuration.validated()
        let data = try JSONEncoder().encode(configuration)
        #expect(try JSONDecoder().decode(BroadcastConfiguration.self, from: data) == configuration)
        var members = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(members["reconnectAttempts"] as? Int == 0)
        members["reconnectAttempts"] = nil
        members["reconnectDelay"] = nil
        let older = try JSONDecoder().decode(
            BroadcastConfiguration.self, from: JSONSerialization.data(withJSONObject: members))
        #expect(older == BroadcastConfiguration())
        members["reconnectAttempts"] = "for ever"
        let wrong = try JSONSerialization.data(withJSONObject: members)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(BroadcastConfiguration.self, from: wrong) }
    }

    @Test("A configuration survives JSON unchanged")
    func json() throws {
        var configuration = BroadcastConfiguration(profile: .p720n3)
        configuration.camera = .file(path: "/tmp/a b:c.mp4")
        configuration.video.frameRate = FrameRate(30000, 1001)
        configuration.video.orientation = .portrait
        configuration.video.filters = [
            .skin(SkinSmoothing(family: .strong, level: 2)), .look(LookSettings(look: "a, b=c.cube", intensity: 0.5)),
        ]
        let data = try JSONEncoder().encode(configuration)
        #expect(try JSONDecoder().decode(BroadcastConfiguration.self, from: data) == configuration)
    }
}
