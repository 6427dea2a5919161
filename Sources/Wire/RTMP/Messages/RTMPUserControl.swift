/// A user control message (RTMP 1.0, 6.2 and 7.1.7): an event number and its data, whatever its length.
public struct RTMPUserControl: Hashable, Sendable {
    /// What happened. Open: unknown events are skipped.
    public struct Event: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt16

        public init(rawValue: UInt16) { self.rawValue = rawValue }

        public static let streamBegin = Event(rawValue: 0)
        public static let streamEOF = Event(rawValue: 1)
        public static let streamDry = Event(rawValue: 2)
        public static let setBufferLength = Event(rawValue: 3)
        public static let streamIsRecorded = Event(rawValue: 4)
        public static let pingRequest = Event(rawValue: 6)
        public static let pingResponse = Event(rawValue: 7)
    }

    public var event: Event
    public var data: [UInt8]

    public init(_ event: Event, data: [UInt8]) {
        self.event = event
        self.data = data
    }

    /// Reads one; nil where the type is another or even the event number is cut short.
    public init?(_ message: RTMPMessage) {
        guard message.type == .userControl, message.payload.count >= 2 else { return nil }
        event = Event(rawValue: UInt16(message.payload[0]) << 8 | UInt16(message.payload[1]))
        data = Array(message.payload.dropFirst(2))
    }

    /// The answer to a ping: the first 4 bytes come back as they are, missing ones as 0.
    public static func pong(to ping: RTMPUserControl) -> RTMPUserControl {
        let echo = ping.data.prefix(4)
        return RTMPUserControl(.pingResponse, data: echo + [UInt8](repeating: 0, count: 4 - echo.count))
    }

    /// The message that says this.
    public var message: RTMPMessage {
        let number = event.rawValue
        return RTMPMessage(
            type: .userControl, chunkStreamID: RTMPControl.chunkStreamID,
            payload: [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)] + data)
    }
}
