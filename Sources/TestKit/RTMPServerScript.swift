import OnAirWire

/// How a test server behaves: by default like an ordinary one, else with the oddities of servers in the field.
public struct RTMPServerScript: Sendable {
    /// What happens to one request.
    public enum Reply: Hashable, Sendable {
        /// The usual answer.
        case accept
        /// No answer at all.
        case silence
        /// `_error` to connect and createStream, `onStatus` of level error to publish.
        case reject(code: AMF0String, text: AMF0String)
    }

    /// How `releaseStream` and `FCPublish` are answered.
    public enum OptionalReplies: Hashable, Sendable, CaseIterable {
        /// `_result` each, and `onFCPublish`.
        case results
        /// Not at all.
        case omitted
        /// `onFCPublish` without transaction or command object, `_error` to `releaseStream`.
        case odd
        /// Only after the answer to `createStream`.
        case late
    }

    /// Announced right after the handshake, before `connect` has come; nil announces nothing.
    public var chunkSizeBeforeConnect: UInt32?
    /// Announced before the answer to `connect`; nil announces nothing.
    public var windowAcknowledgementSize: UInt32? = 5_000_000
    /// Announced before the answer to `connect`; nil announces nothing.
    public var peerBandwidth: UInt32? = 5_000_000
    /// Lets only those in who know a user and a password; nil lets everybody in.
    public var authentication: RTMPServerAuthentication?
    /// What happens to `connect`.
    public var connect = Reply.accept
    /// What happens to `createStream`.
    public var createStream = Reply.accept
    /// The number of the stream in the answer to `createStream`.
    public var streamID: UInt32 = 1
    /// What happens to `publish`.
    public var publish = Reply.accept
    /// How the optional requests are answered.
    public var optionalReplies = OptionalReplies.results
    /// Sent before every answer: whatever else a server may say.
    public var chatter: [RTMPMessage] = []
    /// Commands go out in messages of the AMF3 kind: a byte 0, then AMF0.
    public var answersInAMF3 = false
    /// Acknowledge after so many bytes; nil never acknowledges.
    public var acknowledgesEvery: UInt64?
    /// S2 repeats C1 as the specification says; false sends zeros.
    public var echoesHandshake = true

    public init() {}
}
