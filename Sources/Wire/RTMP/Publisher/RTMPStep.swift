/// What a publisher is waiting for. Each step has its own time-out, so an error can name it.
public enum RTMPStep: String, CaseIterable, Hashable, Sendable, Codable {
    /// S0, S1 and S2 of the server (RTMP 1.0, 5.2).
    case handshake
    /// The answer to `connect`.
    case connect
    /// The answer to `createStream`.
    case createStream
    /// `NetStream.Publish.Start` after `publish`.
    case publish
    /// Nothing: media is being sent.
    case publishing
}
