import OnAirMedia
import OnAirTerminal
import Testing

struct LiveOptionsTests {
    private func live(_ arguments: [String]) throws(UsageError) -> LiveOptions {
        guard case .live(let options) = try OnAirCommand(["live"] + arguments, version: "0") else {
            throw UsageError(.incomplete, "not live")
        }
        return options
    }

    private func live(_ words: String) throws(UsageError) -> LiveOptions {
        try live(words.split(separator: " ").map(String.init))
    }

    private func mistake(_ words: String) -> UsageError? {
        do throws(UsageError) { _ = try live(words) } catch { return error }
        return nil
    }

    @Test("One address is enough, and the rest has defaults")
    func defaults() throws {
        var expected = LiveOptions()
        expected.destinations = [.init(address: "rtmp://host/app/key")]
        #expect(try live("--to rtmp://host/app/key") == expected)
        #expect(expected.camera == .automatic && expected.microphone == .automatic && expected.duration == nil)
    }

    @Test("Every option lands in its field")
    func everything() throws {
        let options = try live([
            "--to", "rtmp://one/app/key", "--to", "rtmp://two/app", "--key-file", "two.key", "--record", "a.flv",
            "--record", "b.flv", "--camera", "file:a clip.mp4", "--mic", "none", "--profile", "720p_3", "--size",
            "640x360", "--fps", "30000/1001", "--bitrate", "2000", "--audio-bitrate", "96", "--preset", "veryfast",
            "--threads", "2", "--duration", "01:30", "--json", "--mirror", "--orientation", "upside-down", "--mute",
            "--log-level", "debug", "--quiet",
        ])
        #expect(
            options.destinations == [
                .init(address: "rtmp://one/app/key"), .init(address: "rtmp://two/app", keyFile: "two.key"),
            ])
        #expect(options.recordings == ["a.flv", "b.flv"])
        #expect(options.camera == .file("a clip.mp4"))
        #expect(options.microphone == LiveOptions.Source.none)
        #expect(options.profile == "720p_3")
        #expect(options.size == PictureSize(width: 640, height: 360))
        #expect(options.frameRate == FrameRate(30000, 1001))
        #expect(options.bitrate == 2000 && options.audioBitrate == 96)
        #expect(options.preset == "veryfast" && options.threads == 2)
        #expect(options.duration == MediaTime(value: 90, timescale: 1))
        #expect(options.json && options.mirror && options.mute && options.quiet)
        #expect(options.orientation == .upsideDown && options.logLevel == .debug)
    }

    @Test("What is said of a failing network lands in its field")
    func network() throws {
        let options = try live(
            "--to rtmp://h/a/k --keep-trying --reconnect-attempts 3 --reconnect-delay 2.5 --adapt conservative"
                + " --bitrate 2000 --min-bitrate 300 --metrics 0")
        #expect(options.keepsTrying)
        #expect(options.reconnectAttempts == .limited(3) && options.reconnectDelay == 2.5)
        #expect(options.adaptation == .conservative && options.minimumBitrate == 300)
        #expect(options.metricsPort == 0)
        #expect(try live("--to rtmp://h/a/k --reconnect-attempts unlimited").reconnectAttempts == .unlimited)
        #expect(try live("--to rtmp://h/a/k --reconnect-delay 0.1").reconnectDelay == 0.1)
    }

    @Test(
        "What cannot be said of a failing network is refused",
        arguments: [
            "--reconnect-attempts -1", "--reconnect-attempts=-1", "--reconnect-attempts many", "--reconnect-delay 0.09",
            "--reconnect-delay 1/2", "--reconnect-delay 3601", "--adapt fast", "--min-bitrate 0",
            "--bitrate 500 --min-bitrate 501", "--metrics 65536", "--metrics=-1", "--metrics here",
        ])
    func badNetwork(words: String) { #expect(mistake("--to rtmp://h/a/k \(words)") != nil) }

    @Test("Without a destination there is nothing to try again")
    func nothingToTry() {
        for words in ["--keep-trying", "--reconnect-attempts 1", "--reconnect-delay 1"] {
            #expect(mistake("--record a.flv \(words)")?.kind == .incomplete)
        }
    }

    @Test(
        "A duration is seconds, minutes or hours",
        arguments: [
            ("90", 90_000), ("0.5", 500), ("1:30", 90_000), ("01:30", 90_000), ("00:00:05", 5000),
            ("1:00:00", 3_600_000), ("100:00", 6_000_000), ("1:30.25", 90_250), ("1000:00:00", 3_600_000_000),
        ] as [(String, Int64)])
    func durations(text: String, milliseconds: Int64) throws {
        #expect(try live("--record a.flv --duration \(text)").duration == .milliseconds(milliseconds))
    }

    @Test(
        "What is no duration is refused",
        arguments: [
            "0", "-1", "abc", "1:60", "1:60:00", "1:2:3:4", ":30", "1:", "1/2", "1:-5", "1000:00:01",
            "99999999999999999999",
            "9223372036854775807:59:59", "0.0000000001", "1e3", "nan",
        ])
    func badDurations(text: String) { #expect(mistake("--record a.flv --duration=\(text)")?.kind == .badValue) }

    @Test(
        "Values out of range are refused",
        arguments: [
            "--size 1280", "--size 1281x720", "--size 80x60", "--size 4000x2000", "--size=-4x-4", "--fps 0", "--fps 61",
            "--fps abc", "--fps 1/0", "--fps=-5", "--bitrate 0", "--bitrate 1e6", "--bitrate 99999999999999999999",
            "--audio-bitrate 1", "--threads 0", "--preset placebo2", "--profile 4k", "--orientation sideways",
            "--log-level loud", "--camera webcam", "--camera /dev", "--camera file:", "--camera :x",
            "--mic file:", "--mic front",
            "--camera none --mic none", "--record a.mp4",
        ])
    func outOfRange(words: String) { #expect(mistake("--record b.flv \(words)")?.kind == .badValue) }

    @Test(
        "A camera is a kind, a side, a file or an ID; a microphone the same without sides",
        arguments: [
            "auto", "front", "back", "simulated", "none", "simulated:back", "v4l2:usb-046d_HD_Pro-video-index0",
            "file:a:b.mp4",
        ])
    func sources(text: String) throws {
        let words = "--record a.flv --camera \(text)" + (text == "none" ? "" : " --mic none")
        #expect(try live(words).camera.text == text)
        guard text != "front", text != "back" else { return }
        #expect(try live("--record a.flv --mic \(text)").microphone.text == text)
    }

    @Test("Faults to simulate are kept as they were typed, in their order")
    func faults() throws {
        let options = try live("--record a.flv --simulate-fault unplug@5-8,mic:freeze@1 --simulate-fault busy@2")
        #expect(options.simulatedFaults == ["unplug@5-8,mic:freeze@1", "busy@2"])
    }

    @Test("An address is no device, and is not repeated")
    func addressAsDevice() throws {
        for option in ["camera", "mic"] {
            let error = try #require(mistake("--record a.flv --\(option) rtmp://host/app/canary"))
            #expect(error.kind == .badValue && !"\(error)".contains("canary"))
        }
    }

    @Test("Portrait sizes are as good as landscape ones")
    func portrait() throws {
        #expect(try live("--record a.flv --size 720x1280").size == PictureSize(width: 720, height: 1280))
    }

    @Test(
        "A misspelled word gets its right spelling",
        arguments: [
            ("--profile 720p3", "Did you mean 720p_3?"), ("--preset veryfsat", "Did you mean veryfast?"),
            ("--orientation potrait", "Did you mean portrait?"), ("--record-to x.flv", "Did you mean --record?"),
            ("--durration 5", "Did you mean --duration?"),
            ("--camera frnt", "Did you mean front?"), ("--camera bakc", "Did you mean back?"),
            ("--camera FRONT", "Did you mean front?"),
            ("--camera pulse:", "An ID is whole: pulse:NAME, as `onair devices` lists it."),
            ("--mic simulate", "Did you mean simulated?"), ("--mic non", "Did you mean none?"),
            ("--camera /dev", "`onair devices` lists the IDs there are; a media file is file:/dev."),
        ])
    func suggestions(words: String, advice: String) { #expect(mistake("--record a.flv \(words)")?.advice == advice) }

    @Test("Nowhere to send or record to is a mistake")
    func nowhere() { #expect(mistake("--mute")?.kind == .incomplete) }

    @Test("A key file belongs to the address before it")
    func keyFiles() throws {
        #expect(mistake("--key-file a --to rtmp://h/app")?.kind == .incomplete)
        #expect(mistake("--to rtmp://h/app --key-file a --key-file b")?.kind == .incomplete)
        #expect(mistake("--to rtmp://h/a --key-file - --to rtmp://h/b --key-file -")?.kind == .badValue)
        #expect(try live("--to rtmp://h/a --to rtmp://h/b --key-file k").destinations.map(\.keyFile) == [nil, "k"])
    }

    @Test("One file cannot take two recordings")
    func sameFile() { #expect(mistake("--record a.flv --record a.flv")?.kind == .repeated) }

    @Test(
        "What is wrong with an address is told without repeating it",
        arguments: [
            "host/app/canary", "http://host/app/canary", "rtmp:///app/canary", "rtmp://", "rtmps://host/app/canary",
        ])
    func addresses(text: String) throws {
        let error = try #require(mistake("--to \(text)"))
        #expect(error.kind == .badValue)
        #expect(!"\(error)".contains("canary"))
    }
}
