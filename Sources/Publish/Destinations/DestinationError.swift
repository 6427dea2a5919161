import OnAirMedia
import OnAirSystem
import OnAirWire

/// Why a destination or a recording failed. Shows no secret: what a server said has passed the redactor.
public struct DestinationError: OnAirError, Equatable {
    /// The kind of failure, by what one would do about it; stable across versions.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The address was asked for and not given.
        case addressMissing = "address-missing"
        /// The host's name has no address, or its name server does not answer.
        case nameNotResolved = "name-not-resolved"
        /// Nobody listens there.
        case refused = "connection-refused"
        /// There is no way there.
        case unreachable
        /// The connection was not made in time.
        case connectTimedOut = "connect-timed-out"
        /// The peer did not shake hands: it is silent, or speaks something else.
        case handshakeFailed = "handshake-failed"
        /// The server refused the application.
        case connectRejected = "connect-rejected"
        /// The server wants other credentials.
        case authenticationFailed = "authentication-failed"
        /// Somebody publishes under this name already.
        case nameInUse = "name-in-use"
        /// The server refused the stream, or did not answer.
        case publishRejected = "publish-rejected"
        /// The server ended the stream.
        case endedByServer = "ended-by-server"
        /// The connection was cut.
        case broken = "connection-broken"
        /// The peer took nothing for too long.
        case stalled
        /// The program's format cannot be announced.
        case unusableFormat = "unusable-format"
        /// The file could not be written.
        case fileFailed = "file-failed"
        /// Somebody else is writing the file.
        case fileInUse = "file-in-use"
    }

    public let kind: Kind
    public let message: String
    public let advice: String?
    /// The code of what lies beneath, such as `no-space` or `rtmp-connect-timed-out`; nil where nothing does.
    public let underlyingCode: String?

    public var code: String { kind.rawValue }

    /// A failure found by whoever gives addresses.
    ///
    /// - Parameters:
    ///   - destination: the destination's name, free of secrets.
    ///   - message: what happened, one sentence, free of secrets.
    ///   - advice: what to do.
    public init(_ kind: Kind, _ destination: String, _ message: String, advice: String?) {
        self.kind = kind
        self.message = "\(destination): \(message)"
        self.advice = advice
        underlyingCode = nil
    }

    init(_ kind: Kind, _ destination: String, _ cause: some OnAirError, redactor: Redactor = Redactor()) {
        self.kind = kind
        message = "\(destination): \(redactor.redact(cause.message))"
        advice = cause.advice
        underlyingCode = cause.code
    }

    /// A failure of the transport.
    ///
    /// - Parameter wasConnected: the connection stood, so that whatever happened broke it.
    init(link cause: SystemError, wasConnected: Bool, destination: String, redactor: Redactor) {
        guard !wasConnected else {
            self.init(.broken, destination, cause, redactor: redactor)
            return
        }
        let kind: Kind =
            switch cause.kind {
            case .nameNotFound, .nameServerFailed: .nameNotResolved
            case .connectionRefused: .refused
            case .unreachable: .unreachable
            case .timedOut: .connectTimedOut
            case .connectionReset, .notFound, .inUse, .accessDenied, .notAFile, .noSpace, .readOnly, .fileTooLarge,
                .outOfResources, .deviceFailed, .other:
                .broken
            }
        self.init(kind, destination, cause, redactor: redactor)
    }

    /// A failure of the protocol.
    init(rtmp cause: RTMPError, destination: String, redactor: Redactor) {
        self.init(Self.kind(of: cause), destination, cause, redactor: redactor)
    }

    private static func kind(of cause: RTMPError) -> Kind {
        switch cause {
        case .timedOut(let step, _), .connectionLost(let step):
            switch step {
            case .handshake: .handshakeFailed
            case .connect: .connectRejected
            case .createStream, .publish: .publishRejected
            case .publishing: .broken
            }
        case .notRTMP: .handshakeFailed
        case .connectRejected: .connectRejected
        case .authenticationRequired, .authenticationRefused, .authenticationUnsupported: .authenticationFailed
        case .createStreamRejected, .publishRejected: .publishRejected
        case .streamNameInUse: .nameInUse
        case .endedByServer: .endedByServer
        case .protocolViolation: .broken
        }
    }
}
