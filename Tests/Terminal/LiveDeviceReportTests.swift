import Foundation
import OnAirTerminal
import Testing

struct LiveDeviceReportTests {
    private static let camera = LiveEvent.DeviceName(id: "v4l2:cam", name: "HD Camera")
    private static let microphone = LiveEvent.DeviceName(id: "pulse:mic", name: "Mic")
    private static let lost = LiveEvent.DeviceChange(
        device: camera, mediaType: "video", state: "interrupted", error: "device-lost", message: "HD Camera is gone.")

    private func written(_ event: LiveEvent, _ style: LiveReporter.Style) -> [LiveReporter.Output] {
        var reporter = LiveReporter(style)
        return reporter.report(event, columns: 80)
    }

    private func object(_ event: LiveEvent) throws -> [String: Any] {
        let line = try #require(written(event, .json).first { $0.stream == .standardOutput })
        return try #require(try JSONSerialization.jsonObject(with: Data(line.text.utf8)) as? [String: Any])
    }

    @Test("People are told once which devices are used")
    func start() {
        let event = LiveEvent.start(camera: Self.camera, microphone: Self.microphone)
        for style in [LiveReporter.Style.terminal, .lines] {
            #expect(written(event, style).map(\.text) == ["from HD Camera (v4l2:cam) and Mic (pulse:mic)\n"])
        }
        #expect(written(event, .quiet).isEmpty)
        #expect(
            written(.start(camera: nil, microphone: Self.microphone), .lines).map(\.text)
                == ["from Mic (pulse:mic)\n"])
    }

    @Test("Programs are told in the start and in the summary")
    func programs() throws {
        let start = try object(.start(camera: Self.camera, microphone: nil))
        #expect(start["event"] as? String == "start")
        #expect(start["camera"] as? [String: String] == ["id": "v4l2:cam", "name": "HD Camera"])
        #expect(start["microphone"] is NSNull)
        var status = LiveStatus()
        status.microphone = Self.microphone
        let summary = try object(.summary(status, .success))
        #expect(summary["camera"] is NSNull)
        #expect(summary["microphone"] as? [String: String] == ["id": "pulse:mic", "name": "Mic"])
    }

    @Test("A device that is lost is an event of its own, and a warning for people")
    func device() throws {
        let event = try object(.device(Self.lost))
        #expect(event["event"] as? String == "device" && event["mediaType"] as? String == "video")
        #expect(event["state"] as? String == "interrupted" && event["error"] as? String == "device-lost")
        #expect(written(.device(Self.lost), .lines).map(\.text) == ["warning: HD Camera is gone.\n"])
        #expect(written(.device(Self.lost), .quiet).isEmpty)
        let taken = LiveEvent.DeviceChange(device: Self.camera, mediaType: "video", state: "running")
        #expect(written(.device(taken), .lines).isEmpty)
        #expect(try object(.device(taken))["error"] is NSNull)
    }

    @Test("What ends a broadcast is told with its code")
    func failure() throws {
        let event = LiveEvent.failure(code: "device-denied", message: "It may not be read. Ask.")
        #expect(written(event, .quiet).map(\.text) == ["error: It may not be read. Ask. [device-denied]\n"])
        #expect(try object(event)["error"] as? String == "device-denied")
        #expect(try object(event)["level"] as? String == "error")
        #expect(try object(.message(.warning, "x"))["error"] is NSNull)
    }

    @Test("An answer to a key stands above the status line, which is drawn again")
    func answer() {
        var reporter = LiveReporter(.terminal)
        var status = LiveStatus()
        status.state = "connected"
        _ = reporter.report(.statistics(status), columns: 80)
        let text = reporter.report(.answer("torch on"), columns: 80).map(\.text).joined()
        #expect(text.hasPrefix("\r\u{1B}[Ktorch on\n") && text.contains("connected"))
        #expect(reporter.clear().map(\.text) == ["\r\u{1B}[K"])
        #expect(reporter.redraw().map(\.text).joined().contains("connected"))
    }

    @Test("Without a status line there is nothing to clear or to draw again")
    func nothing() {
        var reporter = LiveReporter(.lines)
        #expect(reporter.clear().isEmpty && reporter.redraw().isEmpty)
    }
}
