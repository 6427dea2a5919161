/// The JSON lines of `onair live --json`: one object a line, each with an `event`. Members are only ever added; the
/// schema stands in docs/cli.md.
public enum JSONReport {
    /// The line for `event`, with its line end.
    public static func line(_ event: LiveEvent) -> String { "\(value(event))\n" }

    private static func value(_ event: LiveEvent) -> JSONValue {
        switch event {
        case .state(let state, let error):
            .object([
                ("event", .string("state")), ("state", .string(state)), ("error", text(error)),
            ])
        case .network(let change):
            .object([
                ("event", .string("network")), ("id", .string(change.id)), ("kind", .string(change.kind)),
                ("value", number(change.value)), ("message", .string(change.message)),
            ])
        case .leader(let id): .object([("event", .string("leader")), ("id", text(id))])
        case .encoder(let encoder, let message):
            .object([("event", .string("encoder"))] + members(encoder) + [("message", .string(message))])
        case .metrics(let port):
            .object([
                ("event", .string("metrics")), ("port", .integer(Int64(port))),
                ("url", .string("http://127.0.0.1:\(port)/metrics")),
            ])
        case .destination(let change): outputChange(change, event: "destination")
        case .recording(let change): outputChange(change, event: "recording")
        case .failure(let code, let message): self.message(.error, message, error: code)
        case .message(let level, let text): message(level, text)
        case .start(let camera, let microphone):
            .object([("event", .string("start"))] + devices(camera, microphone))
        case .device(let change):
            .object([
                ("event", .string("device")), ("mediaType", .string(change.mediaType)),
                ("id", .string(change.device.id)), ("name", .string(change.device.name)),
                ("state", .string(change.state)), ("error", change.error.map(JSONValue.string) ?? .null),
                ("message", change.message.map(JSONValue.string) ?? .null),
            ])
        case .answer(let text): message(.info, text)
        case .statistics(let status): .object([("event", .string("statistics"))] + members(status))
        case .summary(let status, let code):
            .object(
                [("event", .string("summary"))] + members(status) + devices(status.camera, status.microphone)
                    + [("exitCode", .integer(Int64(code.rawValue)))])
        }
    }

    private static func message(_ level: LiveOptions.LogLevel, _ text: String, error: String? = nil) -> JSONValue {
        .object([
            ("event", .string("message")), ("level", .string(level.rawValue)),
            ("error", error.map(JSONValue.string) ?? .null), ("message", .string(text)),
        ])
    }

    private static func devices(
        _ camera: LiveEvent.DeviceName?, _ microphone: LiveEvent.DeviceName?
    ) -> [(String, JSONValue)] {
        let named = { (device: LiveEvent.DeviceName?) -> JSONValue in
            device.map { .object([("id", .string($0.id)), ("name", .string($0.name))]) } ?? .null
        }
        return [("camera", named(camera)), ("microphone", named(microphone))]
    }

    private static func outputChange(_ change: LiveEvent.OutputChange, event: String) -> JSONValue {
        .object([
            ("event", .string(event)), ("id", .string(change.id)), ("state", .string(change.state)),
            ("error", change.error.map(JSONValue.string) ?? .null),
            ("message", change.message.map(JSONValue.string) ?? .null),
            ("retryMilliseconds", change.retryMilliseconds.map(JSONValue.integer) ?? .null),
        ])
    }

    private static func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

    private static func number(_ number: Double?) -> JSONValue { number.map(JSONValue.decimal) ?? .null }

    private static func members(_ encoder: LiveStatus.Encoder) -> [(String, JSONValue)] {
        [
            ("kbps", .decimal(encoder.kbps)), ("ceilingKbps", .decimal(encoder.ceilingKbps)),
            ("fps", .decimal(encoder.fps)), ("step", .integer(encoder.step)), ("preset", .string(encoder.preset)),
            ("width", .integer(encoder.width)), ("height", .integer(encoder.height)),
        ]
    }

    private static func members(_ status: LiveStatus) -> [(String, JSONValue)] {
        let pictures = status.pictures
        return [
            ("time", .decimal(status.time)), ("state", .string(status.state)), ("fps", .decimal(status.fps)),
            ("videoKbps", .decimal(status.videoKbps)), ("audioKbps", .decimal(status.audioKbps)),
            (
                "pictures",
                .object([
                    ("captured", .integer(pictures.captured)), ("program", .integer(pictures.program)),
                    ("repeated", .integer(pictures.repeated)), ("late", .integer(pictures.late)),
                    ("lagged", .integer(pictures.lagged)), ("skipped", .integer(pictures.skipped)),
                    ("poolEmpty", .integer(pictures.poolEmpty)), ("captureRate", .decimal(pictures.captureRate)),
                    ("corrupt", .integer(pictures.corrupt)), ("decimated", .integer(pictures.decimated)),
                    ("thinned", .integer(pictures.thinned)),
                    ("encoded", .integer(pictures.encoded)), ("redrawn", .integer(pictures.redrawn)),
                    ("preview", .integer(pictures.preview)),
                ])
            ),
            (
                "pictureMilliseconds",
                .object([
                    ("convert", .decimal(status.work.convert)), ("filter", .decimal(status.work.filter)),
                    ("mix", .decimal(status.work.mix)), ("preview", .decimal(status.work.preview)),
                ])
            ),
            ("encodeMilliseconds", .decimal(status.encodeMilliseconds)),
            (
                "sound",
                .object([
                    ("silenceSamples", .integer(status.sound.silenceSamples)),
                    ("overlapped", .integer(status.sound.overlapped)),
                    ("overrun", .integer(status.sound.overrun)),
                    ("skipped", .integer(status.sound.skipped)), ("driftPpm", .decimal(status.sound.drift)),
                    ("correctionPpm", .decimal(status.sound.correction)),
                    ("positionErrorMs", .decimal(status.sound.positionError)),
                ])
            ),
            ("leader", text(status.leader)), ("reconnects", .integer(status.reconnects)),
            ("uploadBytes", .integer(status.uploadBytes)), ("uploadKbps", .decimal(status.uploadKbps)),
            ("encoder", .object(members(status.encoder))),
            ("destinations", .array(status.destinations.map(destination))),
            ("recordings", .array(status.recordings.map(recording))),
        ]
    }

    private static func recording(_ output: LiveStatus.Output) -> JSONValue { .object(members(output)) }

    private static func destination(_ output: LiveStatus.Output) -> JSONValue {
        .object(
            members(output) + [
                ("missed", .integer(output.missed)), ("isLeader", .bool(output.isLeader)),
                ("liveSeconds", .decimal(output.liveSeconds)),
                ("attempts", .integer(output.attempts)), ("reconnects", .integer(output.reconnects)),
                ("lastError", text(output.lastError)), ("nextTrySeconds", number(output.nextTry)),
                ("acknowledgedBytes", .integer(output.acknowledgedBytes)),
                ("unacknowledgedBytes", .integer(output.unacknowledgedBytes)),
                ("rttMilliseconds", number(output.roundTripMilliseconds)),
                ("retransmits", .integer(output.retransmits)), ("congestion", .decimal(output.congestion)),
            ])
    }

    private static func members(_ output: LiveStatus.Output) -> [(String, JSONValue)] {
        [
            ("id", .string(output.id)), ("state", .string(output.state)), ("bytes", .integer(output.bytes)),
            ("kbps", .decimal(output.kbps)), ("dropped", .integer(output.dropped)),
            ("queueMilliseconds", .decimal(output.queueMilliseconds)), ("queueBytes", .integer(output.queueBytes)),
            ("queuePackets", .integer(output.queuePackets)),
            ("latencyMedianMilliseconds", number(output.latencyMedian)),
            ("latency95Milliseconds", number(output.latency95)), ("video", track(output.video)),
            ("audio", track(output.audio)),
        ]
    }

    private static func track(_ track: LiveStatus.Output.Track) -> JSONValue {
        .object([
            ("packets", .integer(track.packets)), ("bytes", .integer(track.bytes)), ("kbps", .decimal(track.kbps)),
            ("dropped", .integer(track.dropped)), ("queuePackets", .integer(track.queuePackets)),
            ("queueBytes", .integer(track.queueBytes)), ("queueMilliseconds", .decimal(track.queueMilliseconds)),
        ])
    }
}
