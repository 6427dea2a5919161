import Glibc
import OnAirMedia

/// Why a web server on this machine cannot be started.
public struct HTTPServerError: OnAirError, Equatable {
    /// The kind of failure; stable across versions.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Somebody else has the port.
        case portInUse = "port-in-use"
        /// This user may not have the port.
        case portDenied = "port-denied"
        /// Anything else.
        case failed = "http-failed"
    }

    public let kind: Kind
    public let message: String
    public var code: String { kind.rawValue }

    public var advice: String? {
        switch kind {
        case .portInUse: "Choose another port, or 0 for any that is free."
        case .portDenied: "Choose one above 1023."
        case .failed: nil
        }
    }

    init(port: UInt16, reason: Int32) {
        switch reason {
        case EADDRINUSE:
            kind = .portInUse
            message = "Port \(port) of 127.0.0.1 is in use."
        case EACCES, EPERM:
            kind = .portDenied
            message = "This user may not serve on port \(port)."
        default:
            kind = .failed
            let words = reason == 0 ? "the web server did not start" : String(cString: strerror(reason))
            message = "Port \(port) of 127.0.0.1 cannot be served: \(words)."
        }
    }
}
