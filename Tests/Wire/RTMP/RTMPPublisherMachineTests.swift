import OnAirMedia
import OnAirTestKit
import OnAirWire
import Testing

@Suite struct RTMPPublisherMachineTests {
    private static let commandsInOrder: [AMF0String] = [
        "connect", "releaseStream", "FCPublish", "createStream", "publish",
    ]

    @Test("An ordinary server takes the stream, in any piece size", arguments: [1, 2, 7, 1537, 65536])
    func ordinaryServer(_ pieceSize: Int) {
        var link = Samples.link(pieceSize: pieceSize)
        #expect(link.publisher.step == .handshake)
        link.exchange(now: Samples.start)
        #expect(link.results == [.becamePublishing])
        #expect(link.publisher.step == .publishing)
        #expect(link.publisher.nextDeadline == nil)
        #expect(link.server.fault == nil)
        #expect(link.server.wasEchoed == true)
        #expect(link.server.commands.map(\.name) == Self.commandsInOrder)
    }

    @Test("The handshake is 1 + 1536 + 1536 bytes and nothing follows C2 before S2 is whole")
    func handshake() {
        var machine = Samples.machine()
        machine.start(now: Samples.start)
        let opening = machine.output.bytes
        #expect(opening.count == 1537)
        #expect(opening.prefix(9) == [3, 0, 0, 0x13, 0x88, 0, 0, 0, 0])  // version, 5000 ms, zero
        #expect(Set(opening.dropFirst(9)).count > 200)
        machine.output.removeAll()
        machine.start(now: Samples.start)
        #expect(machine.output.count == 0)

        let first = (0..<1536).map { UInt8(truncatingIfNeeded: $0 &* 3) }
        #expect(feed([3] + first, to: &machine) == .nothing)
        #expect(machine.output.bytes == first)
        #expect(feed([UInt8](repeating: 9, count: 1535), to: &machine) == .nothing)
        #expect(machine.output.count == 1536)
        #expect(machine.step == .handshake)
        #expect(feed([9], to: &machine) == .nothing)
        #expect(machine.step == .connect)
        #expect(machine.output.count > 1536)
    }

    @Test("S0, S1, S2 and the next message glued together, or cut at any byte, lead to the same")
    func gluedHandshake() {
        var ping = WireBuffer()
        var writer = RTMPChunkWriter()
        writer.write(RTMPUserControl(.pingRequest, data: [1, 2, 3, 4]).message, into: &ping)
        let bytes = [3] + [UInt8](repeating: 5, count: 1536 * 2) + ping.bytes
        var reference: [UInt8]?
        for cut in stride(from: 0, through: bytes.count, by: 1) {
            var machine = Samples.machine()
            machine.start(now: Samples.start)
            _ = feed(Array(bytes[..<cut]), to: &machine)
            _ = feed(Array(bytes[cut...]), to: &machine)
            let output = machine.output.bytes
            #expect(output == reference ?? output)
            reference = output
            #expect(machine.statistics.pings == 1)
        }
    }

    @Test("connect names application, kind, program and address; user, password and key are not in it")
    func connectCommand() throws {
        var link = Samples.link()
        link.exchange(now: Samples.start)
        let connect = try #require(link.server.commands.first)
        #expect(connect.transactionID == 1)
        #expect(
            connect.values == [
                .object([
                    AMF0Property("app", "live"), AMF0Property("type", "nonprivate"),
                    AMF0Property("flashVer", "FMLE/3.0 (compatible; OnAir)"),
                    AMF0Property("tcUrl", "rtmp://example.com/live"),
                ])
            ])
    }

    @Test("The stream key goes out byte for byte in every command that names it")
    func streamKey() {
        let name: [UInt8] = Array("a/b?c=d&e=%20+#é ".utf8) + [0xFF, 0x00]
        var target = Samples.target
        target.streamName = name
        var publisher = Samples.machine(target: target)
        publisher.start(now: Samples.start)
        var link = InMemoryLink(publisher: publisher, server: RTMPServerMachine())
        link.exchange(now: Samples.start)
        #expect(link.publisher.close(now: Samples.start) == .flushThenClose)
        link.exchange(now: Samples.start)
        let value = AMF0Value.string(AMF0String(bytes: name))
        let byName = Dictionary(uniqueKeysWithValues: link.server.commands.map { ($0.name, $0.values) })
        #expect(byName["releaseStream"] == [.null, value])
        #expect(byName["FCPublish"] == [.null, value])
        #expect(byName["publish"] == [.null, value, "live"])
        #expect(byName["FCUnpublish"] == [.null, value])
        #expect(byName["deleteStream"] == [.null, 1.0])
    }

    @Test("Our chunks have 128 bytes until our own announcement, whatever the server announced before connect")
    func chunkSizesAreIndependent() throws {
        var script = RTMPServerScript()
        script.chunkSizeBeforeConnect = 4096
        script.connect = .silence
        (script.windowAcknowledgementSize, script.peerBandwidth) = (nil, nil)
        var target = Samples.target
        target.app = String(repeating: "a", count: 300)
        var publisher = Samples.machine(target: target)
        publisher.start(now: Samples.start)
        var link = InMemoryLink(publisher: publisher, server: RTMPServerMachine(script: script))
        link.exchange(now: Samples.start)
        // C0, C1, C2, then connect: a header of 12 bytes, and one of 1 byte after each 128.
        let connect = Array(link.sent.dropFirst(1 + 1536 * 2))
        let length = Int(connect[4]) << 16 | Int(connect[5]) << 8 | Int(connect[6])
        #expect(length > 300)
        #expect(connect.count == 12 + length + (length - 1) / 128)
        #expect(connect[12 + 128] == 0xC3)
        #expect(link.server.commands.map(\.name) == ["connect"])
    }

    @Test("One chunk size of at least 4096 is announced, before createStream")
    func announcedChunkSize() throws {
        var script = RTMPServerScript()
        script.chunkSizeBeforeConnect = 1
        var link = Samples.link(script)
        link.exchange(now: Samples.start)
        let sizes = link.server.controls.compactMap { if case .setChunkSize(let size) = $0 { size } else { nil } }
        #expect(sizes == [4096])
        let announced = try #require(link.server.messages.firstIndex { $0.type == .setChunkSize })
        let created = try #require(link.server.messages.firstIndex { RTMPCommand($0)?.name == "createStream" })
        #expect(announced < created)
    }

    @Test(
        "Optional replies may come, stay away, come oddly or late", arguments: RTMPServerScript.OptionalReplies.allCases
    )
    func optionalReplies(_ replies: RTMPServerScript.OptionalReplies) {
        var script = RTMPServerScript()
        script.optionalReplies = replies
        var link = Samples.link(script)
        link.exchange(now: Samples.start)
        #expect(link.results == [.becamePublishing])
    }

    @Test("Messages nobody asked for, known or not, do not disturb")
    func chatter() {
        var script = RTMPServerScript()
        let commands: [RTMPCommand] = [
            RTMPCommand("onBWDone", transactionID: nil, values: []),
            RTMPCommand("onBWDone", transactionID: 0, values: [.null, 8192.0]),
            RTMPCommand("_result", transactionID: 99, values: [.null, 7.0]),
            RTMPCommand("_result", transactionID: nil, values: []),
            RTMPCommand("onStatus", transactionID: 0, values: []),
            RTMPCommand("onStatus", transactionID: 0, values: [.null, .object([AMF0Property("level", "warning")])]),
            RTMPCommand("", transactionID: 0, values: []),
        ]
        script.chatter =
            commands.map { RTMPMessage(type: .commandAMF0, chunkStreamID: 3, payload: $0.payload) }
            + (0...30).filter { ![1, 2, 20].contains($0) }.flatMap { type in
                [[], [0], [1, 2, 3, 4, 5, 6, 7, 8]].map {
                    RTMPMessage(type: RTMPMessageType(rawValue: type), chunkStreamID: 7, payload: $0)
                }
            }
            + [[], [2], [2, 0, 9], [9, 9, 9]].map { RTMPMessage(type: .commandAMF0, chunkStreamID: 3, payload: $0) }
        var link = Samples.link(script)
        link.exchange(now: Samples.start)
        #expect(link.results == [.becamePublishing])
        #expect(link.server.fault == nil)
        #expect(link.publisher.statistics.skippedMessages > 0)
    }

    // MARK: Pings, acknowledgements, windows

    @Test("A pong echoes the four bytes of its ping, whatever the ping's length", arguments: 0...6)
    func pong(_ length: Int) throws {
        var link = try Samples.publishingLink()
        let data = Array([0xDE, 0xAD, 0xBE, 0xEF, 0x01, 0x02].prefix(length)) as [UInt8]
        link.server.ping(data)
        link.exchange(now: Samples.start)
        #expect(
            link.server.userControls == [
                RTMPUserControl(.pingResponse, data: Array((data + [0, 0, 0, 0]).prefix(4)))
            ])
    }

    @Test("A user control message cut at any byte does nothing worse than go unanswered", arguments: 0...5)
    func shortUserControl(_ length: Int) throws {
        var link = try Samples.publishingLink()
        let whole = RTMPUserControl(.pingRequest, data: [1, 2, 3, 4]).message
        var cut = whole
        cut.payload = Array(whole.payload.prefix(length))
        link.server.send(cut)
        link.exchange(now: Samples.start)
        #expect(link.publisher.step == .publishing)
        #expect(link.server.userControls.count == (length < 2 ? 0 : 1))
    }

    @Test("Every control message cut at every byte leaves the stream running")
    func shortControls() throws {
        let controls: [RTMPControl] = [
            .setChunkSize(256), .abort(chunkStreamID: 3), .acknowledgement(1), .windowAcknowledgementSize(100_000),
            .setPeerBandwidth(100_000, limit: 1),
        ]
        for control in controls {
            for length in 0...control.message.payload.count {
                // A whole chunk size would have to be followed by the server's writer.
                if case .setChunkSize = control, length >= 4 { continue }
                var link = try Samples.publishingLink()
                var message = control.message
                message.payload = Array(message.payload.prefix(length))
                link.server.send(message)
                link.server.ping([1, 2, 3, 4])
                link.exchange(now: Samples.start)
                #expect(link.publisher.step == .publishing)
                #expect(link.server.userControls.count == 1)
            }
        }
    }

    @Test("A server that pings and never reads gets no more than a bound of pongs")
    func pingFlood() throws {
        var link = try Samples.publishingLink()
        for _ in 0..<20_000 { link.server.ping([1, 2, 3, 4]) }
        while link.passToPublisher(now: Samples.start) {}
        #expect(link.publisher.output.count <= 64 * 1024 + 32)
        #expect(link.publisher.statistics.pings == 20_000)
        link.exchange(now: Samples.start)
        link.server.ping([9, 9, 9, 9])
        link.exchange(now: Samples.start)
        #expect(link.server.userControls.last?.data == [9, 9, 9, 9])
    }

    @Test("We acknowledge after each window of received bytes, counting from the first byte")
    func acknowledging() throws {
        var script = RTMPServerScript()
        script.windowAcknowledgementSize = 5000
        var link = try Samples.publishingLink(script)
        for _ in 0..<100 {
            link.server.send(RTMPMessage(type: .dataAMF3, chunkStreamID: 5, payload: [UInt8](repeating: 0, count: 988)))
            link.exchange(now: Samples.start)
        }
        let acknowledged = link.server.controls.compactMap {
            if case .acknowledgement(let count) = $0 { Int(count) } else { nil }
        }
        #expect(acknowledged.count >= 16)
        #expect(zip(acknowledged, acknowledged.dropFirst()).allSatisfy { (5000...7000).contains($1 - $0) })
        #expect(Int(link.publisher.statistics.bytesReceived) - (acknowledged.last ?? 0) < 5000)
    }

    @Test("Without a window nothing is acknowledged, and a peer bandwidth is answered once")
    func noWindow() throws {
        var script = RTMPServerScript()
        (script.windowAcknowledgementSize, script.peerBandwidth) = (nil, 2_500_000)
        var link = try Samples.publishingLink(script)
        link.server.send(RTMPControl.setPeerBandwidth(2_500_000, limit: 0).message)
        link.server.send(RTMPControl.windowAcknowledgementSize(0).message)
        link.exchange(now: Samples.start)
        #expect(link.server.controls == [.windowAcknowledgementSize(2_500_000), .setChunkSize(4096)])
    }

    @Test(
        "The server's acknowledgements are counted and change nothing, wrapped, constant or absent",
        arguments: [
            [], [0], [1000, 1000, 1000], [0xFFFF_FFF0, 0x10],
        ] as [[UInt32]])
    func acknowledgementsAreStatistics(_ sequence: [UInt32]) throws {
        var link = try Samples.publishingLink()
        for (index, count) in sequence.enumerated() {
            link.server.send(RTMPControl.acknowledgement(count).message)
            link.exchange(now: Samples.start)
            let outcome = link.publisher.send(Samples.picture(.milliseconds(Int64(index)), key: index == 0))
            #expect(outcome != .dropped(.notPublishing))
        }
        #expect(link.publisher.statistics.lastAcknowledged == sequence.last)
        #expect(link.publisher.statistics.acknowledgements == UInt64(sequence.count))
    }

    // MARK: Ends

    @Test("Each step has its own time-out and its own error")
    func timeOuts() {
        let steps: [(RTMPStep, (inout RTMPServerScript) -> Void)] = [
            (.connect, { $0.connect = .silence }), (.createStream, { $0.createStream = .silence }),
            (.publish, { $0.publish = .silence }),
        ]
        var configuration = RTMPPublisherConfiguration()
        configuration.timeOuts.handshake = 6_000
        configuration.timeOuts.connect = 7_000
        configuration.timeOuts.createStream = 8_000
        configuration.timeOuts.publish = 9_000
        for (step, change) in steps {
            var script = RTMPServerScript()
            change(&script)
            var link = Samples.link(script, configuration: configuration)
            // The clock of a step starts when the step does, not when the connection did.
            let later = Samples.start.advanced(byMilliseconds: 5_999)
            #expect(link.publisher.nextDeadline == Samples.start.advanced(byMilliseconds: 6_000))
            link.exchange(now: later)
            let milliseconds = configuration.timeOuts.milliseconds(for: step) ?? 0
            let deadline = later.advanced(byMilliseconds: milliseconds)
            #expect(link.publisher.step == step)
            #expect(link.publisher.nextDeadline == deadline)
            var result = link.publisher.timerFired(now: deadline.advanced(byNanoseconds: -1))
            #expect(result == .nothing)
            result = link.publisher.timerFired(now: deadline)
            #expect(result == .failed(.timedOut(step, milliseconds: milliseconds)))
            result = link.publisher.timerFired(now: deadline)
            #expect(result == .nothing)
            #expect(link.publisher.connectionClosed() == .closed)
        }
        var machine = Samples.machine()
        machine.start(now: Samples.start)
        #expect(
            machine.timerFired(now: Samples.start.advanced(byMilliseconds: 10_000))
                == .failed(.timedOut(.handshake, milliseconds: 10_000)))
    }

    @Test("A drip of handshake bytes does not move the deadline, and no time-out is below 5 s")
    func dripDoesNotExtend() {
        var configuration = RTMPPublisherConfiguration()
        configuration.timeOuts.handshake = 1
        var machine = Samples.machine(configuration)
        machine.start(now: Samples.start)
        _ = feed([3, 1, 2], to: &machine, now: Samples.start.advanced(byMilliseconds: 4_000))
        #expect(machine.nextDeadline == Samples.start.advanced(byMilliseconds: 5_000))
    }

    @Test("A refused connect is told with the server's words")
    func connectRejected() {
        var script = RTMPServerScript()
        script.connect = .reject(code: "NetConnection.Connect.InvalidApp", text: "no app live\u{7}")
        var link = Samples.link(script)
        link.exchange(now: Samples.start)
        #expect(link.results == [.failed(.connectRejected(description: "no app live "))])
        #expect(link.publisher.step == nil)
    }

    @Test(
        "Authentication required and refused are told apart by the words of the adobe and llnw schemes",
        arguments: [
            ("[ AccessManager.Reject ] : [ code=403 need auth; authmod=adobe ] : ", true),
            (
                "[ AccessManager.Reject ] : [ authmod=adobe ] : ?reason=needauth&user=u&salt=s&challenge=c&opaque=o",
                true
            ),
            ("[ AccessManager.Reject ] : [ code=403 need auth; authmod=llnw ] : ", true),
            ("[ AccessManager.Reject ] : [ authmod=adobe ] : ?reason=authfailed&opaque=o", false),
            ("[ AccessManager.Reject ] : [ authmod=llnw ] : ?reason=nosuchuser", false),
        ])
    func authentication(_ text: String, _ isRequired: Bool) {
        for onPublish in [false, true] {
            var script = RTMPServerScript()
            let reply = RTMPServerScript.Reply.reject(code: "NetConnection.Connect.Rejected", text: AMF0String(text))
            if onPublish { script.publish = reply } else { script.connect = reply }
            var link = Samples.link(script)
            link.exchange(now: Samples.start)
            #expect(
                link.results == [
                    .failed(
                        isRequired
                            ? .authenticationRequired(description: text) : .authenticationRefused(description: text))
                ])
        }
    }

    @Test("A refused createStream, a stream id that is none, a refused publish and a name in use are four errors")
    func otherRefusals() {
        var results: [RTMPPublisherMachine.ReceiveResult] = []
        for index in 0..<3 {
            var script = RTMPServerScript()
            switch index {
            case 0: script.createStream = .reject(code: "NetConnection.Call.Failed", text: "no more")
            case 1: script.publish = .reject(code: "NetStream.Publish.Denied", text: "go away")
            default: script.publish = .reject(code: "NetStream.Publish.BadName", text: "busy")
            }
            var link = Samples.link(script)
            link.exchange(now: Samples.start)
            results += link.results
        }
        #expect(
            results == [
                .failed(.createStreamRejected(description: "no more")),
                .failed(.publishRejected(status: "NetStream.Publish.Denied", description: "go away")),
                .failed(.streamNameInUse(description: "busy")),
            ])
        for id in [AMF0Value.null, "1", -1.0, 1.5, 4294967296.0, .number(.nan), .number(.infinity)] {
            var script = RTMPServerScript()
            script.createStream = .silence
            var link = Samples.link(script)
            link.exchange(now: Samples.start)
            let reply = RTMPCommand("_result", transactionID: 4, values: [.null, id])
            link.server.send(RTMPMessage(type: .commandAMF0, chunkStreamID: 3, payload: reply.payload))
            link.exchange(now: Samples.start)
            #expect(link.results == [.failed(.createStreamRejected(description: "its answer holds no stream id"))])
        }
    }

    @Test("No error repeats the stream key, whole, path or query, and none is endless")
    func keyIsHidden() {
        var script = RTMPServerScript()
        let text = "stream \(Samples.key) of key-1234 (auth=a&b=/%) is busy" + String(repeating: "x", count: 1000)
        script.publish = .reject(code: "NetStream.Publish.BadName", text: AMF0String(text))
        var link = Samples.link(script)
        link.exchange(now: Samples.start)
        guard case .failed(let error)? = link.results.first else {
            Issue.record("expected a failure, got \(link.results)")
            return
        }
        #expect(!error.description.contains("key-1234"))
        #expect(!error.description.contains("auth=a"))
        #expect(error.description.contains("stream … of … (…) is busy"))
        #expect(error.description.count < 600)
    }

    @Test(
        "A running stream that the server ends is told with its status",
        arguments: [
            ("error", "NetStream.Publish.Failed"), ("status", "NetStream.Unpublish.Success"),
            ("status", "NetConnection.Connect.Closed"),
        ])
    func endedByServer(_ level: String, _ code: String) throws {
        var link = try Samples.publishingLink()
        link.server.sendStatus(level: AMF0String(level), code: AMF0String(code), text: "bye")
        link.exchange(now: Samples.start)
        #expect(link.results == [.becamePublishing, .failed(.endedByServer(status: code, description: "bye"))])
        #expect(link.publisher.send(Samples.picture(.zero, key: true)) == .dropped(.notPublishing))
    }

    @Test("Start and failure in one read are a failure")
    func startThenFailure() {
        var script = RTMPServerScript()
        script.publish = .silence
        var link = Samples.link(script)
        link.exchange(now: Samples.start)
        link.server.sendStatus(level: "status", code: "NetStream.Publish.Start")
        link.server.sendStatus(level: "error", code: "NetStream.Publish.BadName")
        link.exchange(now: Samples.start)
        #expect(link.results == [.failed(.streamNameInUse(description: ""))])
    }

    @Test("Another kind of server is recognised by its first byte")
    func notRTMP() {
        var machine = Samples.machine()
        machine.start(now: Samples.start)
        #expect(feed(Array("HTTP/1.1 400".utf8), to: &machine) == .failed(.notRTMP(version: 0x48)))
        #expect(feed([3], to: &machine) == .nothing)
    }

    @Test("Bytes that are not chunks end the connection with the reason")
    func protocolViolation() throws {
        var link = try Samples.publishingLink()
        link.server.send(RTMPControl.setChunkSize(0).message)
        link.exchange(now: Samples.start)
        #expect(link.results.last == .failed(.protocolViolation(.chunkSize(0))))
    }

    @Test("A lost connection names the step it was lost in, once")
    func connectionLost() throws {
        var machine = Samples.machine()
        #expect(machine.connectionClosed() == .closed)
        machine.start(now: Samples.start)
        #expect(machine.connectionClosed() == .failed(.connectionLost(during: .handshake)))
        #expect(machine.connectionClosed() == .closed)
        var link = try Samples.publishingLink()
        let result = link.publisher.connectionClosed()
        #expect(result == .failed(.connectionLost(during: .publishing)))
    }

    @Test("close says good-bye to a server that knows the stream, and only to it")
    func close() throws {
        var link = try Samples.publishingLink()
        let result = link.publisher.close(now: Samples.start)
        #expect(result == .flushThenClose)
        link.exchange(now: Samples.start)
        #expect(link.server.commands.suffix(2).map(\.name) == ["FCUnpublish", "deleteStream"])
        #expect(link.publisher.connectionClosed() == .closed)
        let again = link.publisher.close(now: Samples.start)
        #expect(again == .closeNow)

        var early = Samples.machine()
        early.start(now: Samples.start)
        #expect(early.close(now: Samples.start) == .closeNow)
        #expect(early.nextDeadline == nil)
    }

    @Test("Every error has a code of its own, a message and an advice")
    func errorTexts() {
        let errors: [RTMPError] =
            RTMPStep.allCases.map { .timedOut($0, milliseconds: 5000) } + [
                .notRTMP(version: 1), .connectRejected(description: "d"), .authenticationRequired(description: "d"),
                .authenticationRefused(description: "d"), .createStreamRejected(description: "d"),
                .streamNameInUse(description: "d"), .publishRejected(status: "s", description: "d"),
                .endedByServer(status: "s", description: "d"), .connectionLost(during: .connect),
                .protocolViolation(.chunkSize(0)),
            ]
        #expect(Set(errors.map(\.code)).count == errors.count)
        #expect(errors.allSatisfy { !$0.message.isEmpty && $0.advice != nil })
    }

    private func feed(
        _ bytes: [UInt8], to machine: inout RTMPPublisherMachine, now: HostTime = Samples.start
    ) -> RTMPPublisherMachine.ReceiveResult {
        bytes.withUnsafeBytes { machine.received($0, now: now) }
    }
}
