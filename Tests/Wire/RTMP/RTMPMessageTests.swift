import OnAirTestKit
import OnAirWire
import Testing

@Suite struct RTMPMessageTests {
    @Test("Control messages are written and read as RTMP 1.0, 5.4 says")
    func controls() {
        let cases: [(RTMPControl, UInt8, [UInt8])] = [
            (.setChunkSize(4096), 1, [0, 0, 0x10, 0]), (.abort(chunkStreamID: 6), 2, [0, 0, 0, 6]),
            (.acknowledgement(0xFFFF_FFFF), 3, [0xFF, 0xFF, 0xFF, 0xFF]),
            (.windowAcknowledgementSize(2_500_000), 5, [0, 0x26, 0x25, 0xA0]),
            (.setPeerBandwidth(5_000_000, limit: 2), 6, [0, 0x4C, 0x4B, 0x40, 2]),
        ]
        for (control, type, payload) in cases {
            let message = control.message
            #expect(message.type.rawValue == type)
            #expect(message.payload == payload)
            #expect((message.streamID, message.chunkStreamID, message.timestamp) == (0, 2, 0))
            #expect(RTMPControl(message) == control)
            for count in 0..<payload.count {
                var cut = message
                cut.payload = Array(payload.prefix(count))
                let expected: RTMPControl? = count == 4 ? .setPeerBandwidth(5_000_000, limit: 0) : nil
                #expect(RTMPControl(cut) == expected)
            }
        }
    }

    @Test("A command is name, transaction, values (RTMP 1.0, 7.2)")
    func command() {
        let command = RTMPCommand("createStream", transactionID: 4, values: [.null])
        let bytes = joined(
            [2, 0, 12], Array("createStream".utf8), [0, 0x40, 0x10, 0, 0, 0, 0, 0, 0, 5])
        #expect(command.payload == bytes)
        let message = RTMPMessage(type: .commandAMF0, chunkStreamID: 3, payload: bytes)
        #expect(RTMPCommand(message) == command)
    }

    @Test("A command cut anywhere after its name is a command with fewer values")
    func cutCommand() {
        let whole = RTMPCommand("onStatus", transactionID: 0, values: [.null, .object([AMF0Property("code", "x")])])
        for count in 0...whole.payload.count {
            let message = RTMPMessage(type: .commandAMF0, chunkStreamID: 3, payload: Array(whole.payload.prefix(count)))
            let command = RTMPCommand(message)
            #expect((command != nil) == (count >= 11))
            #expect(command?.name ?? "onStatus" == "onStatus")
        }
    }

    @Test("What a peer adds that we cannot read does not hide the command")
    func exoticArgument() {
        let payload = RTMPCommand("_result", transactionID: 4, values: [.null, 1.0]).payload + [0x11, 0x0A]
        let command = RTMPCommand(RTMPMessage(type: .commandAMF0, chunkStreamID: 3, payload: payload))
        #expect(command == RTMPCommand("_result", transactionID: 4, values: [.null, 1.0]))
    }

    @Test("All messages of a publisher decode the same however they are split")
    func wholeConversation() throws {
        var link = try Samples.publishingLink()
        _ = link.publisher.send(Samples.picture(.zero, key: true))
        _ = link.publisher.send(Samples.sound(.milliseconds(5)))
        _ = link.publisher.send(Samples.picture(.milliseconds(33)))
        _ = link.publisher.close(now: Samples.start)
        link.exchange(now: Samples.start)
        let bytes = Array(link.sent.dropFirst(1 + 2 * 1536))
        try expectDecodes([bytes], as: link.server.messages) {
            var reader = RTMPChunkReader()
            return { piece in
                var input = piece
                var messages: [RTMPMessage] = []
                while let message = try reader.read(&input) { messages.append(message) }
                return messages
            }
        }
    }
}
