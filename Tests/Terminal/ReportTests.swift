import Foundation
import OnAirTerminal
import Testing

struct ReportTests {
    static var status: LiveStatus {
        var status = LiveStatus()
        status.time = 83.4567
        status.state = "connected"
        status.fps = 29.97
        status.videoKbps = 2514.4
        status.audioKbps = 128
        status.encodeMilliseconds = 7.25
        status.pictures.captured = 2500
        status.pictures.program = 2498
        status.pictures.late = 2
        status.pictures.redrawn = 40
        (status.work.convert, status.work.mix) = (0.12, 0.011)
        (status.sound.silenceSamples, status.sound.overrun) = (480, 3)
        status.sound.drift = -83.1
        status.sound.correction = 83
        status.sound.positionError = 0.02
        status.pictures.captureRate = 29.97
        var output = LiveStatus.Output(id: "rtmp://host/app/***", state: "live")
        output.bytes = 26_000_000
        output.kbps = 2650.5
        output.dropped = 1
        output.queueMilliseconds = 12
        (output.queueBytes, output.queuePackets) = (4096, 2)
        (output.isLeader, output.liveSeconds, output.attempts, output.reconnects) = (true, 12.5, 3, 1)
        output.lastError = "connection-broken"
        (output.acknowledgedBytes, output.unacknowledgedBytes, output.retransmits) = (25_990_000, 10_000, 7)
        (output.roundTripMilliseconds, output.congestion, output.latencyMedian) = (23.4, 0.125, 41.5)
        (output.video.packets, output.video.bytes, output.video.kbps) = (2490, 25_000_000, 2520)
        (output.video.dropped, output.video.queuePackets, output.video.queueBytes) = (1, 2, 4096)
        output.video.queueMilliseconds = 12
        (status.leader, status.reconnects) = (output.id, 1)
        (status.uploadBytes, status.uploadKbps, status.pictures.encoded) = (26_000_000, 2650.5, 2497)
        (status.encoder.kbps, status.encoder.ceilingKbps, status.encoder.fps) = (2500, 4000, 29.97)
        (status.encoder.preset, status.encoder.width, status.encoder.height) = ("superfast", 1280, 720)
        status.destinations = [output]
        status.recordings = [LiveStatus.Output(id: "a.flv", state: "recording")]
        return status
    }

    private func words(_ outputs: [LiveReporter.Output]) -> String { outputs.map(\.text).joined() }

    /// What a terminal of any width shows after `text`: a tiny one that knows return, line feed and erase-to-end.
    private func screen(_ text: String) -> [String] {
        var lines: [[Character]] = [[]]
        var column = 0
        var rest = Substring(text)
        while let character = rest.first {
            if rest.hasPrefix("\u{1B}[K") {
                lines[lines.count - 1].removeSubrange(min(column, lines[lines.count - 1].count)...)
                rest = rest.dropFirst(3)
                continue
            }
            rest = rest.dropFirst()
            switch character {
            case "\r": column = 0
            case "\n":
                lines.append([])
                column = 0
            default:
                if column < lines[lines.count - 1].count {
                    lines[lines.count - 1][column] = character
                } else {
                    lines[lines.count - 1].append(character)
                }
                column += 1
            }
        }
        return lines.map { String($0) }
    }

    @Test("A terminal shows one line with time, state, rates, losses and queue")
    func terminal() {
        var reporter = LiveReporter(.terminal)
        let text = words(reporter.report(.statistics(Self.status), columns: 200))
        #expect(
            screen(text) == [
                "00:01:23  connected  30.0 fps  2514+128 kbit/s  lost 3 (2 late, 1 dropped)  queue 12 ms  encode 7.3 ms  recording"
            ])
    }

    @Test("A narrow terminal loses the least important parts first and never wraps", arguments: Array(1...130))
    func narrow(columns: Int) {
        var reporter = LiveReporter(.terminal)
        let shown = screen(words(reporter.report(.statistics(Self.status), columns: columns)))
        #expect(shown.count == 1)
        #expect(shown[0].count < max(columns, 1))
        if columns > 10 { #expect(shown[0].hasPrefix("00:01:23")) }
        if columns > 40 { #expect(shown[0].contains("connected") && shown[0].contains("kbit/s")) }
    }

    @Test("A shorter line leaves nothing of the longer one, and the end leaves nothing at all")
    func erasing() {
        var line = StatusLine()
        var written = line.show("a long line", columns: 80) + line.show("short", columns: 80)
        #expect(screen(written) == ["short"])
        #expect(line.show("short", columns: 80).isEmpty, "an unchanged line is not written again")
        written += line.interject("news") + line.clear()
        #expect(screen(written) == ["news", ""])
    }

    @Test("News stands above the status line, which stays")
    func news() {
        var reporter = LiveReporter(.terminal)
        var text = words(reporter.report(.statistics(Self.status), columns: 40))
        text += words(reporter.report(.destination(.init(id: "rtmp://h/a/***", state: "live")), columns: 40))
        let shown = screen(text)
        #expect(shown[0] == "rtmp://h/a/***: live")
        #expect(shown[1].hasPrefix("00:01:23"))
    }

    @Test("An output is told when its state changes, not each time it says what it waits for")
    func changes() {
        let changes: [LiveEvent.OutputChange] = [
            .init(id: "a", state: "connecting", message: "waiting for host name"),
            .init(id: "a", state: "connecting", message: "waiting for handshake"), .init(id: "b", state: "connecting"),
            .init(id: "a", state: "live"), .init(id: "a", state: "ended"),
        ]
        var reporter = LiveReporter(.lines)
        let text = changes.map { words(reporter.report(.destination($0), columns: 80)) }.joined()
        #expect(text == "a: connecting\nb: connecting\na: live\na: ended\n")
        var json = LiveReporter(.json)
        #expect(changes.flatMap { json.report(.destination($0), columns: 80) }.count == 5)
    }

    @Test("A server that is tried again is told once for each reason; programs hear of each attempt")
    func reconnecting() {
        func lost(_ error: String) -> LiveEvent {
            .destination(
                .init(
                    id: "a", state: "reconnecting", error: error, message: "It went.", retryMilliseconds: 500))
        }
        let events = [
            lost("connection-broken"), lost("connection-refused"), lost("connection-refused"),
            .destination(.init(id: "a", state: "live")), lost("connection-refused"),
        ]
        var reporter = LiveReporter(.lines)
        #expect(
            events.map { words(reporter.report($0, columns: 80)) } == [
                "warning: reconnecting: a: It went. [connection-broken]\n",
                "warning: reconnecting: a: It went. [connection-refused]\n", "", "a: live\n",
                "warning: reconnecting: a: It went. [connection-refused]\n",
            ])
        var json = LiveReporter(.json)
        #expect(
            words(json.report(lost("connection-refused"), columns: 80)) == """
                {"event":"destination","id":"a","state":"reconnecting","error":"connection-refused",\
                "message":"It went.","retryMilliseconds":500}\n
                """)
        var quiet = LiveReporter(.quiet)
        #expect(quiet.report(lost("connection-refused"), columns: 80).isEmpty)
    }

    @Test(
        "The status line says why a server is tried again, and when",
        arguments: [(nil, "trying"), (0.4, "trying"), (2.2, "next try in 3 s")] as [(Double?, String)])
    func reconnectingLine(seconds: Double?, words: String) {
        var status = Self.status
        status.state = "reconnecting"
        status.destinations[0].state = "reconnecting"
        status.destinations[0].lastError = "connection-refused"
        status.destinations[0].nextTry = seconds
        var reporter = LiveReporter(.terminal)
        let shown = screen(self.words(reporter.report(.statistics(status), columns: 200)))
        #expect(shown[0].hasPrefix("00:01:23  reconnecting  (connection-refused, \(words))  30.0 fps"))
    }

    @Test("What the network does is told by how grave it is")
    func network() {
        let slow = LiveEvent.NetworkChange(
            id: "a", kind: "no-progress", value: 2000, message: "nothing for 2000 ms", level: .warning)
        let lower = LiveEvent.NetworkChange(
            id: "a", kind: "bitrate-lowered", value: 800, message: "lowered to 800 kbit/s", level: .info)
        var reporter = LiveReporter(.lines)
        #expect(words(reporter.report(.network(slow), columns: 80)) == "warning: a: nothing for 2000 ms\n")
        #expect(reporter.report(.network(lower), columns: 80).isEmpty)
        var json = LiveReporter(.json)
        #expect(
            json.report(.network(lower), columns: 80).first?.text == """
                {"event":"network","id":"a","kind":"bitrate-lowered","value":800,"message":"lowered to 800 kbit/s"}\n
                """)
        #expect(json.report(.leader("a"), columns: 80).map(\.text) == ["{\"event\":\"leader\",\"id\":\"a\"}\n"])
        #expect(json.report(.leader(nil), columns: 80).map(\.text) == ["{\"event\":\"leader\",\"id\":null}\n"])
    }

    @Test("The last line says what it all came to and why it ended badly")
    func summary() {
        var reporter = LiveReporter(.lines)
        #expect(
            words(reporter.report(.summary(Self.status, .success), columns: 80))
                == "00:01:23  2498 pictures  lost 3 (2 late, 1 dropped)  26.0 MB sent and written  ended\n")
        #expect(
            words(reporter.report(.summary(Self.status, .destinationLost), columns: 80))
                .hasSuffix("ended: a destination was lost while live; trying again may help (exit 75)\n"))
    }

    @Test("A log gets a line each ten seconds, without control characters")
    func log() {
        var reporter = LiveReporter(.lines)
        var status = Self.status
        var text = ""
        for second in 1...60 {
            status.time = Double(second) + 0.01
            text += words(reporter.report(.statistics(status), columns: 80))
        }
        #expect(text.split(separator: "\n").map { String($0.prefix(8)) } == (1...6).map { "00:0\($0 / 6):\($0 % 6)0" })
        #expect(!text.contains("\u{1B}") && !text.contains("\r"))
    }

    @Test("Every event is one line of JSON that an independent reader understands")
    func json() throws {
        let events: [LiveEvent] = [
            .state("connecting"), .destination(.init(id: "rtmp://h/a/***", state: "connecting")),
            .destination(
                .init(id: "rtmp://h/a/***", state: "ended", error: "connection-refused", message: "A \"b\"\\\n\u{1}")),
            .recording(.init(id: "ü \t.flv", state: "recording")), .message(.warning, "late"), .statistics(Self.status),
            .summary(Self.status, .destinationLost),
        ]
        var reporter = LiveReporter(.json)
        let outputs = events.flatMap { reporter.report($0, columns: 80) }.filter { $0.stream == .standardOutput }
        #expect(outputs.allSatisfy { $0.text.hasSuffix("\n") && $0.text.count { $0 == "\n" } == 1 })
        let objects = try outputs.map {
            try #require(JSONSerialization.jsonObject(with: Data($0.text.utf8)) as? [String: Any])
        }
        #expect(
            objects.map { $0["event"] as? String } == [
                "state", "destination", "destination", "recording", "message", "statistics", "summary",
            ])
        #expect(objects[2]["message"] as? String == "A \"b\"\\\n\u{1}")
        #expect(objects[1]["error"] is NSNull)
        #expect(objects[3]["id"] as? String == "ü \t.flv")
        #expect(objects[5]["time"] as? Double == 83.457)
        #expect((objects[5]["pictures"] as? [String: Any])?["captured"] as? Int == 2500)
        let destination = try #require((objects[6]["destinations"] as? [[String: Any]])?.first)
        #expect(destination["bytes"] as? Int == 26_000_000)
        #expect(objects[6]["exitCode"] as? Int == 75)
    }

    @Test("The members of a statistics line are the documented ones, in order")
    func schema() {
        var reporter = LiveReporter(.json)
        #expect(
            words(reporter.report(.statistics(Self.status), columns: 80)) == """
                {"event":"statistics","time":83.457,"state":"connected","fps":29.97,"videoKbps":2514.4,"audioKbps":128,\
                "pictures":{"captured":2500,"program":2498,"repeated":0,"late":2,"lagged":0,"skipped":0,"poolEmpty":0,\
                "captureRate":29.97,"corrupt":0,"decimated":0,"thinned":0,"encoded":2497,\
                "redrawn":40,"preview":0},"pictureMilliseconds":{"convert":0.12,"filter":0,"mix":0.011,"preview":0},\
                "encodeMilliseconds":7.25,"sound":{"silenceSamples":480,"overlapped":0,"overrun":3,"skipped":0,\
                "driftPpm":-83.1,"correctionPpm":83,"positionErrorMs":0.02},"leader":\
                "rtmp://host/app/***","reconnects":1,"uploadBytes":26000000,"uploadKbps":2650.5,"encoder":{"kbps":2500,\
                "ceilingKbps":4000,"fps":29.97,"step":0,"preset":"superfast","width":1280,"height":720},\
                "destinations":[{"id":"rtmp://host/app/***","state":"live","bytes":26000000,"kbps":2650.5,"dropped":1,\
                "queueMilliseconds":12,"queueBytes":4096,"queuePackets":2,"latencyMedianMilliseconds":41.5,\
                "latency95Milliseconds":null,"video":{"packets":2490,"bytes":25000000,"kbps":2520,"dropped":1,\
                "queuePackets":2,"queueBytes":4096,"queueMilliseconds":12},"audio":{"packets":0,"bytes":0,"kbps":0,\
                "dropped":0,"queuePackets":0,"queueBytes":0,"queueMilliseconds":0},"missed":0,"isLeader":true,"liveSeconds":12.5,\
                "attempts":3,"reconnects":1,"lastError":"connection-broken","nextTrySeconds":null,\
                "acknowledgedBytes":25990000,"unacknowledgedBytes":10000,"rttMilliseconds":23.4,"retransmits":7,\
                "congestion":0.125}],"recordings":[{"id":"a.flv","state":"recording","bytes":0,"kbps":0,"dropped":0,\
                "queueMilliseconds":0,"queueBytes":0,"queuePackets":0,"latencyMedianMilliseconds":null,\
                "latency95Milliseconds":null,"video":{"packets":0,"bytes":0,"kbps":0,"dropped":0,"queuePackets":0,\
                "queueBytes":0,"queueMilliseconds":0},"audio":{"packets":0,"bytes":0,"kbps":0,"dropped":0,\
                "queuePackets":0,"queueBytes":0,"queueMilliseconds":0}}]}\n
                """)
    }

    @Test("Numbers that are none become null, and the words show a dash")
    func notANumber() {
        var status = Self.status
        status.fps = .nan
        status.videoKbps = .infinity
        var json = LiveReporter(.json)
        #expect(words(json.report(.statistics(status), columns: 80)).contains("\"fps\":null,\"videoKbps\":null"))
        var terminal = LiveReporter(.terminal)
        #expect(words(terminal.report(.statistics(status), columns: 200)).contains("- fps"))
    }

    @Test("Quiet says errors and nothing else")
    func quiet() {
        var reporter = LiveReporter(.quiet)
        let silent: [LiveEvent] = [
            .state("connected"), .destination(.init(id: "a", state: "live")), .message(.warning, "w"),
            .statistics(Self.status), .summary(Self.status, .success),
        ]
        #expect(silent.flatMap { reporter.report($0, columns: 80) }.isEmpty)
        let failure = LiveEvent.OutputChange(id: "a", state: "ended", error: "connection-lost", message: "It ended.")
        #expect(words(reporter.report(.destination(failure), columns: 80)) == "error: a: It ended. [connection-lost]\n")
        let named = LiveEvent.OutputChange(id: "a.flv", state: "ended", error: "disk-full", message: "a.flv: No space.")
        #expect(words(reporter.report(.recording(named), columns: 80)) == "error: a.flv: No space. [disk-full]\n")
    }

    @Test("The style follows what was asked before what the terminal can do")
    func style() {
        var options = LiveOptions()
        #expect(LiveReporter.style(for: options, errorIsTerminal: true) == .terminal)
        #expect(LiveReporter.style(for: options, errorIsTerminal: false) == .lines)
        options.quiet = true
        #expect(LiveReporter.style(for: options, errorIsTerminal: true) == .quiet)
        options.json = true
        #expect(LiveReporter.style(for: options, errorIsTerminal: true) == .json)
    }

    @Test("Damaged pictures are lost ones, and called so")
    func corrupt() {
        var reporter = LiveReporter(.terminal)
        var status = Self.status
        status.pictures.corrupt = 4
        #expect(
            words(reporter.report(.statistics(status), columns: 200)).contains("lost 7 (2 late, 4 corrupt, 1 dropped)"))
    }

    @Test("A terminal breaks messages between words, a log does not", arguments: [30, 40, 79])
    func wrapping(columns: Int) {
        let text = "No microphone could be used (the sound server refused the connection); the simulated one is heard"
        var terminal = LiveReporter(.terminal)
        let lines = screen(words(terminal.report(.message(.warning, text), columns: columns))).dropLast()
        #expect(lines.count > 1 && lines.allSatisfy { $0.count <= columns })
        #expect(lines.map { $0.drop { $0 == " " } }.joined(separator: " ") == "warning: \(text)")
        var log = LiveReporter(.lines)
        #expect(words(log.report(.message(.warning, text), columns: columns)) == "warning: \(text)\n")
    }

    @Test("A simulated device in the place of a real one is told, with the reason where there is one")
    func standIn() {
        #expect(StandIn(.camera).words(reasons: []) == "No camera was found; the simulated one is seen")
        #expect(
            StandIn(.camera, side: "back").words(reasons: []) == "No back camera was found; the simulated one is seen")
        #expect(
            StandIn(.microphone).words(reasons: ["It refused.", "It is gone"])
                == "No microphone could be used (It refused; It is gone); the simulated one is heard")
    }

    @Test("Messages below the asked level are left out")
    func levels() {
        var reporter = LiveReporter(.lines, level: .warning)
        #expect(reporter.report(.message(.info, "x"), columns: 80).isEmpty)
        #expect(words(reporter.report(.message(.error, "x"), columns: 80)) == "error: x\n")
    }
}
