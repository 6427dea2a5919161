import OnAirMedia
import OnAirTestKit
import OnAirWire
import Testing

/// What servers in the field say besides the specification, and what hostile ones might.
@Suite struct RTMPServerOdditiesTests {
    /// A tag of an aggregate message (RTMP 1.0, 7.1.6): type, size, time, stream id, data, and the size of it all.
    private func part(_ type: UInt8, _ time: UInt32, _ data: [UInt8], previous: UInt32? = nil) -> [UInt8] {
        var buffer = WireBuffer()
        buffer.append(type)
        buffer.append24(UInt32(data.count))
        buffer.append24(time)
        buffer.append(UInt8(truncatingIfNeeded: time >> 24))
        buffer.append24(1)
        buffer.append(data)
        buffer.append32(previous ?? UInt32(11 + data.count))
        return buffer.bytes
    }

    // MTX#4673, ZLM PR#4745: an aggregate, and one whose previous-tag sizes are wrong.
    @Test("Aggregates are skipped whatever is in them, right, wrong or cut at any byte")
    func aggregates() throws {
        let right = part(8, 10, [0xAF, 1, 2]) + part(9, 12, [0x27, 1, 0, 0, 0, 9]) + part(18, 12, [2, 0, 1, 0x61])
        let wrong = part(8, 10, [0xAF, 1, 2], previous: 3) + part(20, 12, [0x05], previous: 0xFFFF_FFFF)
        var link = try Samples.publishingLink()
        let before = link.publisher.statistics.skippedMessages
        var count: UInt64 = 0
        for payload in [right, wrong] {
            for length in 0...payload.count {
                link.server.send(
                    RTMPMessage(
                        type: .aggregate, streamID: 1, chunkStreamID: 4, payload: Array(payload.prefix(length))))
                count += 1
            }
        }
        link.server.ping([1, 2, 3, 4])
        link.exchange(now: Samples.start)
        #expect(link.publisher.step == .publishing)
        #expect(link.server.userControls.count == 1)
        #expect(link.publisher.statistics.skippedMessages == before + count)
        #expect(link.publisher.send(Samples.picture(.zero, key: true)) != .dropped(.notPublishing))
    }

    @Test("Commands in messages of the AMF3 kind are understood, those in AMF3 itself are skipped")
    func amf3Commands() throws {
        var script = RTMPServerScript()
        script.answersInAMF3 = true
        // A value in AMF3 proper, a message without the leading 0, an empty one.
        script.chatter = [[0x11, 0x0A], [0x02, 0, 1, 0x61], [0], []].map {
            RTMPMessage(type: .commandAMF3, chunkStreamID: 3, payload: $0)
        }
        var link = Samples.link(script, pieceSize: 3)
        link.exchange(now: Samples.start)
        #expect(link.results == [.becamePublishing])
        link.server.sendStatus(level: "error", code: "NetStream.Publish.BadName", text: "busy")
        link.exchange(now: Samples.start)
        #expect(link.results.last == .failed(.streamNameInUse(description: "busy")))
    }

    @Test("Every command of the server cut at every byte leads to waiting or to a typed error")
    func truncatedCommands() throws {
        let error = RTMPStatus(level: "error", code: "NetConnection.Connect.Rejected", text: "no").value
        let start = RTMPStatus(level: "status", code: "NetStream.Publish.Start", text: "").value
        let commands = [
            RTMPCommand("_result", transactionID: 1, values: [.object([]), start]),
            RTMPCommand("_error", transactionID: 1, values: [.null, error]),
            RTMPCommand("_result", transactionID: 4, values: [.null, 1.0]),
            RTMPCommand("onStatus", transactionID: 0, values: [.null, start]),
            RTMPCommand("onStatus", transactionID: nil, values: [error]),
        ]
        for silentStep in 0..<3 {
            for command in commands {
                let whole = command.payload
                for length in 0...whole.count {
                    var script = RTMPServerScript()
                    if silentStep == 0 { script.connect = .silence }
                    if silentStep == 1 { script.createStream = .silence }
                    if silentStep == 2 { script.publish = .silence }
                    var link = Samples.link(script)
                    link.exchange(now: Samples.start)
                    link.server.send(
                        RTMPMessage(type: .commandAMF0, chunkStreamID: 3, payload: Array(whole.prefix(length))))
                    link.exchange(now: Samples.start)
                    for result in link.results {
                        switch result {
                        case .failed(let error): #expect(!error.message.isEmpty)
                        case .nothing, .becamePublishing, .reconnect: break
                        }
                    }
                    #expect(link.publisher.step != nil || !link.results.isEmpty)
                }
            }
        }
    }

    @Test("Aborts of any chunk stream, known, unknown or in the middle of a message, leave the rest alone")
    func aborts() throws {
        var link = try Samples.publishingLink()
        for id in [0, 2, 3, 5, 63, 64, 65599, 0xFFFF_FFFF] as [UInt32] {
            link.server.send(RTMPControl.abort(chunkStreamID: id).message)
        }
        link.server.ping([1, 2, 3, 4])
        link.exchange(now: Samples.start)
        #expect(link.publisher.step == .publishing)
        #expect(link.server.userControls.count == 1)
    }

    @Test("The server's chunk size may change at any time, from 1 to 2^31-1", arguments: [1, 2, 4095, 0x7FFF_FFFF])
    func chunkSizes(_ size: UInt32) throws {
        var link = try Samples.publishingLink()
        link.server.announce(chunkSize: size)
        link.server.ping([1, 2, 3, 4])
        link.server.sendStatus(level: "status", code: "NetStream.Data.Start", text: "x")
        link.exchange(now: Samples.start)
        #expect(link.publisher.step == .publishing)
        #expect(link.server.userControls.count == 1)
    }

    @Test("User control messages of every number and length are skipped, but for pings")
    func userControls() throws {
        var link = try Samples.publishingLink()
        for event in (0...40 as ClosedRange<UInt16>).filter({ $0 != 6 }) + [0xFFFF] {
            for length in [0, 1, 3, 4, 8, 300] {
                let data = [UInt8](repeating: 7, count: length)
                link.server.send(RTMPUserControl(RTMPUserControl.Event(rawValue: event), data: data).message)
            }
        }
        link.server.ping([UInt8](repeating: 8, count: 5000))
        link.exchange(now: Samples.start)
        #expect(link.publisher.step == .publishing)
        #expect(link.server.userControls == [RTMPUserControl(.pingResponse, data: [8, 8, 8, 8])])
    }

    @Test("Messages of every type nobody knows are skipped, empty or not")
    func unknownTypes() throws {
        var link = try Samples.publishingLink()
        let known = [1, 2, 3, 4, 5, 6, 20] as [UInt8]
        for type in (0...255 as ClosedRange<UInt8>).filter({ !known.contains($0) }) {
            for length in [0, 1, 500] {
                link.server.send(
                    RTMPMessage(
                        type: RTMPMessageType(rawValue: type), streamID: UInt32(type), chunkStreamID: 8,
                        payload: [UInt8](repeating: type, count: length)))
            }
        }
        link.server.ping([1, 2, 3, 4])
        link.exchange(now: Samples.start)
        #expect(link.publisher.step == .publishing)
        #expect(link.server.userControls.count == 1)
    }

    @Test("A request to reconnect somewhere else, which was not offered, is no reason to end")
    func reconnectRequest() throws {
        var link = try Samples.publishingLink()
        link.server.sendStatus(level: "status", code: "NetConnection.Connect.ReconnectRequest", text: "moving house")
        link.server.sendStatus(level: "warning", code: "NetStream.Publish.Slow")
        link.exchange(now: Samples.start)
        #expect(link.results == [.becamePublishing])
        #expect(link.publisher.step == .publishing)
    }

    // MARK: Budgets

    @Test("Each budget of the reader ends the connection with an error that names it")
    func budgets() throws {
        func end(_ bytes: [UInt8]) throws -> RTMPProtocolFault? {
            var link = try Samples.publishingLink()
            let result = bytes.withUnsafeBytes { link.publisher.received($0, now: Samples.start) }
            guard case .failed(.protocolViolation(let fault)) = result else { return nil }
            return fault
        }
        #expect(
            try end([0x04, 0, 0, 0, 0xFF, 0xFF, 0xFF, 9, 1, 0, 0, 0])
                == .messageTooLarge(length: 0xFF_FFFF, limit: 10 << 20))
        let streams = (0..<65 as Range<UInt8>).flatMap { [0x00, $0, 0, 0, 0, 0, 0, 1, 9, 1, 0, 0, 0, 1] as [UInt8] }
        #expect(try end(streams) == .tooManyChunkStreams(limit: 64))
        // Two messages of 9 MiB, neither of them whole.
        let header = { (id: UInt8) in [id, 0, 0, 0, 0x90, 0, 0, 9, 1, 0, 0, 0] as [UInt8] }
        var writer = RTMPChunkWriter()
        var opening = WireBuffer()
        writer.announce(chunkSize: 100_000, into: &opening)
        var bytes = opening.bytes
        let piece = [UInt8](repeating: 0, count: 100_000)
        bytes += header(4) + piece + header(5) + piece
        for _ in 0..<85 { bytes += [0xC4] + piece + [0xC5] + piece }
        #expect(try end(bytes) == .tooMuchUnfinished(limit: 16 << 20))
    }

    @Test("Values nested without end, and arrays that promise billions of values, cost no more than their bytes")
    func nesting() throws {
        let start = RTMPCommand("onStatus", transactionID: 0, values: []).payload
        let deep = [UInt8](repeating: 0x03, count: 1) + (0..<200_000).flatMap { _ in [0, 1, 0x61, 0x03] as [UInt8] }
        let wide: [UInt8] = [0x0A, 0xFF, 0xFF, 0xFF, 0xFF] + [UInt8](repeating: 0x05, count: 200_000)
        let long: [UInt8] = [0x0C, 0xFF, 0xFF, 0xFF, 0xFF, 1]
        for rest in [deep, wide, long] {
            let message = RTMPMessage(type: .commandAMF0, chunkStreamID: 3, payload: start + rest)
            // What cannot be read is left out: the command itself is known.
            #expect(RTMPCommand(message)?.name == "onStatus")
            #expect((RTMPCommand(message)?.values.count ?? 0) == 0)
            var link = try Samples.publishingLink()
            link.server.send(message)
            link.exchange(now: Samples.start)
            #expect(link.publisher.step == .publishing)
        }
    }

    @Test("A refusal of megabytes is told in 300 characters, without the key")
    func longRefusal() throws {
        let long = String(repeating: "\(Samples.key) is busy, alas! ", count: 100_000)
        for onPublish in [false, true] {
            var script = RTMPServerScript()
            let reply = RTMPServerScript.Reply.reject(code: "NetStream.Publish.BadName", text: AMF0String(long))
            if onPublish { script.publish = reply } else { script.connect = reply }
            var link = Samples.link(script)
            link.exchange(now: Samples.start)
            switch link.results.last {
            case .failed(.connectRejected(let text))?, .failed(.streamNameInUse(let text))?:
                #expect(text.count == 300)
                #expect(text.hasPrefix("… is busy, alas! … is busy"))
            default: Issue.record("expected a refusal, got \(link.results)")
            }
        }
    }

    @Test("A flood of the smallest messages leaves nothing behind")
    func flood() throws {
        var link = try Samples.publishingLink()
        // Audio of no bytes, then as many again as there are bytes: type 3 chunks, one byte each.
        var bytes: [UInt8] = [0x04, 0, 0, 0, 0, 0, 0, 8, 1, 0, 0, 0]
        bytes += [UInt8](repeating: 0xC4, count: 500_000)
        let capacity = link.publisher.output.capacity
        let result = bytes.withUnsafeBytes { link.publisher.received($0, now: Samples.start) }
        #expect(result == .nothing)
        #expect(link.publisher.output.count == 0)
        #expect(link.publisher.output.capacity == capacity)
        #expect(link.publisher.statistics.skippedMessages == 500_001)
    }

    // HPRTMP#16: a server that always acknowledges the same number, one that never does.
    @Test("Bytes in flight are those sent and not acknowledged, modulo 2^32")
    func bytesInFlight() throws {
        let table: [(sent: UInt64, acknowledged: UInt32?, inFlight: UInt32?)] = [
            (5000, nil, nil), (5000, 0, 5000), (5000, 3000, 2000), (5000, 5000, 0), (5000, 5001, 0),
            (0x1_0000_0064, 0xFFFF_FFF0, 0x74), (0x1_0000_0000, 0, 0), (0xFFFF_FFFF, 0xFFFF_FF00, 0xFF),
            (0x7FFF_FFFF, 0, 0x7FFF_FFFF), (0x8000_0000, 0, 0),
        ]
        for (sent, acknowledged, inFlight) in table {
            var statistics = RTMPStatistics()
            (statistics.bytesSent, statistics.lastAcknowledged) = (sent, acknowledged)
            #expect(statistics.bytesInFlight == inFlight)
        }
        var script = RTMPServerScript()
        script.acknowledgesEvery = 2500
        var link = try Samples.publishingLink(script, pieceSize: 500)
        #expect(link.publisher.statistics.bytesInFlight != nil)
        for index in 0..<200 as Range<Int64> {
            _ = link.publisher.send(Samples.picture(.milliseconds(index * 33), key: index == 0, size: 3000))
            link.exchange(now: Samples.start)
            let inFlight = try #require(link.publisher.statistics.bytesInFlight)
            #expect(inFlight < 3000)
        }
        // What waits here is not in flight.
        _ = link.publisher.send(Samples.picture(.milliseconds(9999), size: 3000))
        #expect((link.publisher.statistics.bytesInFlight ?? 9999) < 3000)
    }

    @Test("Sending is the same whether the server acknowledges duly, always the same number, or never")
    func acknowledgementsSteerNothing() throws {
        var sent: [[UInt8]] = []
        for manner in 0..<3 {
            var script = RTMPServerScript()
            script.windowAcknowledgementSize = nil
            script.acknowledgesEvery = manner == 0 ? 1000 : nil
            var link = try Samples.publishingLink(script)
            for index in 0..<2000 as Range<Int64> {
                if manner == 1 { link.server.send(RTMPControl.acknowledgement(2_500_000).message) }
                let outcome = link.publisher.send(Samples.picture(.milliseconds(index * 33), key: index == 0))
                guard case .written = outcome else {
                    Issue.record("\(outcome)")
                    return
                }
                link.exchange(now: Samples.start)
            }
            sent.append(link.sent)
        }
        #expect(sent[0].count > 200_000)
        #expect(sent[0] == sent[1] && sent[1] == sent[2])
    }
}
