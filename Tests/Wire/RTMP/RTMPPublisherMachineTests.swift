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
        #expect(Samples.feed([3] + first, to: &machine) == .nothing)
        #expect(machine.output.bytes == first)
        #expect(Samples.feed([UInt8](repeating: 9, count: 1535), to: &machine) == .nothing)
        #expect(machine.output.count == 1536)
        #expect(machine.step == .handshake)
        #expect(Samples.feed([9], to: &machine) == .nothing)
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
            _ = Samples.feed(Array(bytes[..<cut]), to: &machine)
            _ = Samples.feed(Array(bytes[cut...]), to: &machine)
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
}
