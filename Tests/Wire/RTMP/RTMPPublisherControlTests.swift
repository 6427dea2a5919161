import OnAirMedia
import OnAirTestKit
import OnAirWire
import Testing

/// Pings, acknowledgements and windows while a stream runs.
@Suite struct RTMPPublisherControlTests {
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
}
