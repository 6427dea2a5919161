import OnAirWire

/// The server's end of an RTMP connection for tests, as a pure machine: it takes a publisher's stream as its script
/// says and keeps every message. Belongs to one thread; keeps everything, so it is for tests that end.
public struct RTMPServerMachine: ~Copyable, Sendable {
    private enum Phase: Sendable {
        case version
        case first
        case second(left: Int)
        case messages
    }

    /// Bytes for the client: send from the front and `consume` what went.
    public var output = WireBuffer()
    /// How it behaves; may be changed on the way.
    public var script: RTMPServerScript
    /// Every message of the client, in the order they were complete.
    public private(set) var messages: [RTMPMessage] = []
    /// What was wrong with the client's bytes; nothing is read after that.
    public private(set) var fault: RTMPProtocolFault?
    /// Bytes received, handshake included.
    public private(set) var bytesReceived: UInt64 = 0
    /// `connect` was refused for want of authentication; a driver should send `output` and close.
    public private(set) var hasRefused = false
    /// The client's C2 was exactly our S1.
    public private(set) var wasEchoed: Bool?

    private var phase = Phase.version
    private var first: [UInt8] = []
    private var second: [UInt8] = []
    private var acknowledged: UInt64 = 0
    private var reader: RTMPChunkReader
    private var writer = RTMPChunkWriter()
    private var delayed: [RTMPCommand] = []

    public init(
        script: RTMPServerScript = RTMPServerScript(), limits: RTMPChunkReader.Limits = RTMPChunkReader.Limits()
    ) {
        self.script = script
        reader = RTMPChunkReader(limits: limits)
    }

    /// Bytes of the client arrived, any number of them.
    public mutating func received(_ bytes: UnsafeRawBufferPointer) {
        bytesReceived += UInt64(bytes.count)
        var input = bytes
        while fault == nil, shakeHands(&input) {
            do throws(RTMPProtocolFault) {
                guard let message = try reader.read(&input) else { break }
                messages.append(message)
                answer(message)
            } catch {
                fault = error
            }
        }
        if let step = script.acknowledgesEvery, bytesReceived - acknowledged >= step {
            acknowledged = bytesReceived
            send(RTMPControl.acknowledgement(UInt32(truncatingIfNeeded: bytesReceived)).message)
        }
    }

    /// The commands received so far.
    public var commands: [RTMPCommand] { messages.compactMap { RTMPCommand($0) } }

    /// The messages with sound, pictures and metadata received so far.
    public var media: [RTMPMessage] {
        messages.filter { [.audio, .video, .dataAMF0].contains($0.type) }
    }

    /// The user control messages received so far.
    public var userControls: [RTMPUserControl] { messages.compactMap { RTMPUserControl($0) } }

    /// The protocol control messages received so far.
    public var controls: [RTMPControl] { messages.compactMap { RTMPControl($0) } }

    /// Asks for a pong with these bytes.
    public mutating func ping(_ data: [UInt8]) { send(RTMPUserControl(.pingRequest, data: data).message) }

    /// Sends any message.
    public mutating func send(_ message: RTMPMessage) { writer.write(message, into: &output) }

    /// Announces a chunk size and uses it.
    public mutating func announce(chunkSize: UInt32) { writer.announce(chunkSize: Int(chunkSize), into: &output) }

    /// Sends `onStatus` for the stream.
    public mutating func sendStatus(level: AMF0String, code: AMF0String, text: AMF0String = "") {
        let status = RTMPStatus(level: level, code: code, text: text).value
        send(RTMPCommand("onStatus", transactionID: 0, values: [.null, status]), streamID: script.streamID)
    }

    // MARK: Handshake

    /// Takes handshake bytes; true once C2 is whole.
    private mutating func shakeHands(_ input: inout UnsafeRawBufferPointer) -> Bool {
        while true {
            switch phase {
            case .version:
                guard input.first != nil else { return false }
                input = UnsafeRawBufferPointer(rebasing: input.dropFirst())
                phase = .first
            case .first:
                let count = min(1536 - first.count, input.count)
                first.append(contentsOf: input.prefix(count))
                input = UnsafeRawBufferPointer(rebasing: input.dropFirst(count))
                guard first.count == 1536 else { return false }
                output.append(3)
                output.append(Self.own)
                output.append(script.echoesHandshake ? first : [UInt8](repeating: 0, count: 1536))
                if let size = script.chunkSizeBeforeConnect { announce(chunkSize: size) }
                phase = .second(left: 1536)
            case .second(let left):
                let count = min(left, input.count)
                second.append(contentsOf: input.prefix(count))
                input = UnsafeRawBufferPointer(rebasing: input.dropFirst(count))
                guard count == left else {
                    phase = .second(left: left - count)
                    return false
                }
                wasEchoed = second == Self.own
                phase = .messages
            case .messages:
                return true
            }
        }
    }

    /// S1: any bytes, each different from its neighbours.
    private static var own: [UInt8] { (0..<1536).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) } }

    // MARK: Answers

    private mutating func answer(_ message: RTMPMessage) {
        guard let command = RTMPCommand(message) else { return }
        switch command.name {
        case "connect":
            for message in script.chatter { send(message) }
            answerConnect(command)
        case "releaseStream", "FCPublish":
            answerOptional(command)
        case "createStream":
            for message in script.chatter { send(message) }
            reply(to: command, as: script.createStream, success: [.null, .number(Double(script.streamID))])
            for command in delayed { send(command) }
            delayed = []
        case "publish":
            for message in script.chatter { send(message) }
            answerPublish()
        default:
            break
        }
    }

    private mutating func answerConnect(_ command: RTMPCommand) {
        if let size = script.windowAcknowledgementSize { send(RTMPControl.windowAcknowledgementSize(size).message) }
        if let size = script.peerBandwidth { send(RTMPControl.setPeerBandwidth(size, limit: 2).message) }
        if let description = script.authentication?.refusal(app: command.values.first?["app"]?.string?.text ?? "") {
            let code = AMF0String("NetConnection.Connect.Rejected")
            reply(to: command, as: .reject(code: code, text: AMF0String(description)), success: [])
            hasRefused = true
            return
        }
        reply(
            to: command, as: script.connect,
            success: [
                .object([AMF0Property("fmsVer", "FMS/3,0,1,123"), AMF0Property("capabilities", 31.0)]),
                RTMPStatus(level: "status", code: "NetConnection.Connect.Success", text: "Connection succeeded.").value,
            ])
    }

    private mutating func answerOptional(_ command: RTMPCommand) {
        let result = RTMPCommand("_result", transactionID: command.transactionID, values: [.null, .undefined])
        let isName = command.name == "FCPublish"
        switch script.optionalReplies {
        case .results:
            send(result)
            if isName { send(RTMPCommand("onFCPublish", transactionID: 0, values: [.null, .null])) }
        case .omitted:
            break
        case .odd:
            send(RTMPCommand(isName ? "onFCPublish" : "_error", transactionID: isName ? nil : 2, values: []))
        case .late:
            delayed.append(result)
        }
    }

    private mutating func answerPublish() {
        switch script.publish {
        case .accept: sendStatus(level: "status", code: "NetStream.Publish.Start", text: "Start publishing")
        case .silence: break
        case .reject(let code, let text): sendStatus(level: "error", code: code, text: text)
        }
    }

    private mutating func reply(to command: RTMPCommand, as reply: RTMPServerScript.Reply, success: [AMF0Value]) {
        switch reply {
        case .accept:
            send(RTMPCommand("_result", transactionID: command.transactionID, values: success))
        case .silence:
            break
        case .reject(let code, let text):
            let status = RTMPStatus(level: "error", code: code, text: text).value
            send(RTMPCommand("_error", transactionID: command.transactionID, values: [.null, status]))
        }
    }

    private mutating func send(_ command: RTMPCommand, streamID: UInt32 = 0) {
        let isAMF3 = script.answersInAMF3
        send(
            RTMPMessage(
                type: isAMF3 ? .commandAMF3 : .commandAMF0, streamID: streamID, chunkStreamID: 3,
                payload: (isAMF3 ? [0] : []) + command.payload))
    }
}
