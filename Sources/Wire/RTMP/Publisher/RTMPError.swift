import OnAirMedia

/// Why publishing over RTMP failed. Texts of the server are shortened, cleaned of control characters and never repeat
/// the stream key, the user or the password.
public enum RTMPError: OnAirError, Hashable {
    /// The server did not do `RTMPStep` in time.
    case timedOut(RTMPStep, milliseconds: Int64)
    /// The first byte was not RTMP version 3.
    case notRTMP(version: UInt8)
    /// The server refused `connect`.
    case connectRejected(description: String)
    /// The server wants a user and a password.
    case authenticationRequired(description: String)
    /// The server did not accept the user or the password.
    case authenticationRefused(description: String)
    /// The server asks for a user and a password in a way that is not known here.
    case authenticationUnsupported(scheme: String)
    /// The server refused `createStream`, or its answer held no stream id.
    case createStreamRejected(description: String)
    /// Somebody publishes under this name already, perhaps our own earlier connection.
    case streamNameInUse(description: String)
    /// The server refused `publish`.
    case publishRejected(status: String, description: String)
    /// The server ended a stream that was running.
    case endedByServer(status: String, description: String)
    /// The connection ended while the given step was going on.
    case connectionLost(during: RTMPStep)
    /// The server sent bytes that are not RTMP.
    case protocolViolation(RTMPProtocolFault)

    public var code: String {
        switch self {
        case .timedOut(let step, _):
            switch step {
            case .handshake: "rtmp-handshake-timed-out"
            case .connect: "rtmp-connect-timed-out"
            case .createStream: "rtmp-create-stream-timed-out"
            case .publish: "rtmp-publish-timed-out"
            case .publishing: "rtmp-timed-out"
            }
        case .notRTMP: "rtmp-not-rtmp"
        case .connectRejected: "rtmp-connect-rejected"
        case .authenticationRequired: "rtmp-authentication-required"
        case .authenticationRefused: "rtmp-authentication-refused"
        case .authenticationUnsupported: "rtmp-authentication-unsupported"
        case .createStreamRejected: "rtmp-create-stream-rejected"
        case .streamNameInUse: "rtmp-stream-name-in-use"
        case .publishRejected: "rtmp-publish-rejected"
        case .endedByServer: "rtmp-ended-by-server"
        case .connectionLost: "rtmp-connection-lost"
        case .protocolViolation: "rtmp-protocol-violation"
        }
    }

    public var message: String {
        switch self {
        case .timedOut(let step, let milliseconds):
            "The server did not \(Self.action(of: step)) within \(milliseconds) ms."
        case .notRTMP(let version): "The server does not speak RTMP: its first byte is \(version) instead of 3."
        case .connectRejected(let text): "The server refused the connection\(Self.said(text))."
        case .authenticationRequired(let text): "The server asks for a user and a password\(Self.said(text))."
        case .authenticationRefused(let text): "The server did not accept the user or the password\(Self.said(text))."
        case .authenticationUnsupported(let scheme):
            "The server asks for a user and a password by the scheme \"\(scheme)\", which is not known here."
        case .createStreamRejected(let text): "The server did not create a stream\(Self.said(text))."
        case .streamNameInUse(let text): "The stream name is already in use on the server\(Self.said(text))."
        case .publishRejected(let status, let text):
            "The server refused to take the stream (\(status))\(Self.said(text))."
        case .endedByServer(let status, let text): "The server ended the stream (\(status))\(Self.said(text))."
        case .connectionLost(let step):
            step == .publishing
                ? "The connection ended while the stream was running."
                : "The connection ended before the server could \(Self.action(of: step))."
        case .protocolViolation(let fault): "The server sent bytes that are not RTMP: \(fault)."
        }
    }

    public var advice: String? {
        switch self {
        case .connectionLost(during: .connect): "Check the application in the address: some servers just hang up."
        case .connectionLost(during: .publish), .connectionLost(during: .createStream):
            "Check the stream key and the rights it gives: some servers just hang up."
        case .timedOut, .connectionLost: "Check the address and the network, then try again."
        case .notRTMP, .protocolViolation: "Check host and port: this may be another kind of server."
        case .connectRejected: "Check the application in the address."
        case .authenticationRequired, .authenticationRefused: "Check the user and the password in the address."
        case .authenticationUnsupported: "Use a stream key, or a server that asks by the scheme adobe or llnw."
        case .createStreamRejected, .publishRejected: "Check the stream key and the rights it gives."
        case .streamNameInUse: "End the other publisher, wait some seconds, or use another stream key."
        case .endedByServer: "Look at the service's page for the reason."
        }
    }

    private static func action(of step: RTMPStep) -> String {
        switch step {
        case .handshake: "finish the handshake"
        case .connect: "answer connect"
        case .createStream: "answer createStream"
        case .publish: "start the stream after publish"
        case .publishing: "take the stream"
        }
    }

    private static func said(_ text: String) -> String { text.isEmpty ? "" : ": \(text)" }
}
