import OnAirMedia
import OnAirTestKit
import OnAirWire
import Testing

/// Time-outs, refusals, lost connections and the good-bye.
@Suite struct RTMPPublisherEndTests {
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
        _ = Samples.feed([3, 1, 2], to: &machine, now: Samples.start.advanced(byMilliseconds: 4_000))
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
        #expect(Samples.feed(Array("HTTP/1.1 400".utf8), to: &machine) == .failed(.notRTMP(version: 0x48)))
        #expect(Samples.feed([3], to: &machine) == .nothing)
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
                .authenticationUnsupported(scheme: "s"), .endedByServer(status: "s", description: "d"),
                .connectionLost(during: .connect),
                .protocolViolation(.chunkSize(0)),
            ]
        #expect(Set(errors.map(\.code)).count == errors.count)
        #expect(errors.allSatisfy { !$0.message.isEmpty && $0.advice != nil })
    }
}
