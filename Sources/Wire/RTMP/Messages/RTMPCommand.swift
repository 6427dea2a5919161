/// A command (RTMP 1.0, 7.1.1 and 7.2): name, transaction, command object, arguments. Written in AMF0; read from AMF0,
/// also inside a message of the AMF3 kind, where it follows a byte 0.
public struct RTMPCommand: Equatable, Sendable {
    public var name: AMF0String
    /// Which request this is, or answers. Nil where the peer left it out, as some do for `onFCPublish`.
    public var transactionID: Double?
    /// Everything after the transaction: the command object (often null) first.
    public var values: [AMF0Value]

    public init(_ name: AMF0String, transactionID: Double?, values: [AMF0Value]) {
        self.name = name
        self.transactionID = transactionID
        self.values = values
    }

    /// Reads the payload of a message of type 20 or 17; nil where it does not start with a name.
    ///
    /// What cannot be read after the name is left out: a peer's exotic argument must not hide the command from us.
    public init?(_ message: RTMPMessage, limits: AMF0Reader.Limits = AMF0Reader.Limits()) {
        let start: Int
        switch message.type {
        case .commandAMF0: start = 0
        case .commandAMF3:
            guard message.payload.first == 0 else { return nil }
            start = 1
        default: return nil
        }
        var reader = AMF0Reader(message.payload, offset: start, limits: limits)
        guard case .string(let name)? = try? reader.next() else { return nil }
        self.name = name
        values = []
        while let value = try? reader.next() { values.append(value) }
        if let transaction = values.first?.number {
            transactionID = transaction
            values.removeFirst()
        }
    }

    /// The first object or ECMA array among the values that holds a string `code`: what happened, in words.
    public var status: RTMPStatus? { values.lazy.compactMap { RTMPStatus($0) }.first }

    /// The payload of the message.
    public var payload: [UInt8] {
        var buffer = WireBuffer(capacity: 512)
        AMF0Value.string(name).write(into: &buffer)
        if let transactionID { AMF0Value.number(transactionID).write(into: &buffer) }
        for value in values { value.write(into: &buffer) }
        return buffer.bytes
    }
}
