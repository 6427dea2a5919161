import OnAirMedia

/// Where a publisher stands. Each state is made from the one before it, so the stream id cannot exist before the server
/// gave it.
enum RTMPPublisherState: Sendable {
    case idle
    case handshaking(Handshaking)
    case awaitingConnectResult(AwaitingConnectResult)
    case awaitingStreamID(AwaitingStreamID)
    case awaitingPublishStart(AwaitingPublishStart)
    case publishing(Publishing)
    case ended

    /// The transport is connected, C0 and C1 are queued.
    struct Handshaking: Sendable {
        var handshake = RTMPClientHandshake()
        let deadline: HostTime
    }

    /// C2 and `connect` are queued.
    struct AwaitingConnectResult: Sendable {
        let deadline: HostTime

        init(from _: Handshaking, deadline: HostTime) { self.deadline = deadline }
    }

    /// The connection is accepted; `releaseStream`, `FCPublish` and `createStream` are queued.
    struct AwaitingStreamID: Sendable {
        let deadline: HostTime

        init(from _: AwaitingConnectResult, deadline: HostTime) { self.deadline = deadline }
    }

    /// The server made a stream; `publish` is queued.
    struct AwaitingPublishStart: Sendable {
        let streamID: UInt32
        let deadline: HostTime

        init(from _: AwaitingStreamID, streamID: UInt32, deadline: HostTime) {
            self.streamID = streamID
            self.deadline = deadline
        }
    }

    /// The server takes the stream.
    struct Publishing: Sendable {
        let streamID: UInt32

        init(from earlier: AwaitingPublishStart) { streamID = earlier.streamID }
    }

    var step: RTMPStep? {
        switch self {
        case .idle, .ended: nil
        case .handshaking: .handshake
        case .awaitingConnectResult: .connect
        case .awaitingStreamID: .createStream
        case .awaitingPublishStart: .publish
        case .publishing: .publishing
        }
    }

    var deadline: HostTime? {
        switch self {
        case .idle, .publishing, .ended: nil
        case .handshaking(let state): state.deadline
        case .awaitingConnectResult(let state): state.deadline
        case .awaitingStreamID(let state): state.deadline
        case .awaitingPublishStart(let state): state.deadline
        }
    }

    /// The stream the server made for us; nil before there is one.
    var streamID: UInt32? {
        switch self {
        case .idle, .handshaking, .awaitingConnectResult, .awaitingStreamID, .ended: nil
        case .awaitingPublishStart(let state): state.streamID
        case .publishing(let state): state.streamID
        }
    }
}
