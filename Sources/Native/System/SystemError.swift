import COnAirSystem
import Glibc
import OnAirMedia

/// What the operating system refused, to what, and what to do about it.
public struct SystemError: OnAirError, Equatable {
    /// The kind of failure; stable across versions.
    public enum Kind: String, Sendable, Equatable, CaseIterable {
        /// The name has no address.
        case nameNotFound = "name-not-found"
        /// The name server did not answer, or not now.
        case nameServerFailed = "name-server-failed"
        /// The host answered that nobody listens there.
        case connectionRefused = "connection-refused"
        /// There is no way to the host or its network.
        case unreachable = "unreachable"
        /// Nobody answered in time.
        case timedOut = "timed-out"
        /// The peer, or something on the way, cut the connection.
        case connectionReset = "connection-reset"
        /// A file or folder is not there.
        case notFound = "not-found"
        /// This user may not.
        case accessDenied = "access-denied"
        /// The path names a folder, or a part of it is not a folder.
        case notAFile = "not-a-file"
        /// Another program is at it.
        case inUse = "in-use"
        /// The disk, or this user's share of it, is full.
        case noSpace = "no-space"
        /// The file system is mounted for reading only.
        case readOnly = "read-only"
        /// The file is as large as it may become.
        case fileTooLarge = "file-too-large"
        /// The process or the system has no descriptor or memory left.
        case outOfResources = "out-of-resources"
        /// The device failed.
        case deviceFailed = "device-failed"
        /// Anything else; the number tells.
        case other
    }

    public let kind: Kind
    /// The system's error number (`errno`); 0 where the failure came without one.
    public let number: Int32
    /// What was tried, such as `connect to 203.0.113.5:1935`; free of secrets.
    public let operation: String

    /// An error found without an error number.
    public init(_ kind: Kind, while operation: String) {
        self.kind = kind
        number = 0
        self.operation = operation
    }

    /// The error behind `number`.
    public init(number: Int32, while operation: String) {
        kind = Self.kind(of: number)
        self.number = number
        self.operation = operation
    }

    public var code: String { kind.rawValue }

    public var message: String { "Could not \(operation): \(reason)." }

    public var advice: String? {
        switch kind {
        case .nameNotFound: "Check the spelling of the host name."
        case .nameServerFailed: "Check the network connection and its name server."
        case .connectionRefused: "Check that the server runs and that the port is right."
        case .unreachable: "Check the network connection."
        case .timedOut: "Check the address and that no firewall is in the way."
        case .connectionReset: nil
        case .notFound: "Check the path; its folder must exist."
        case .accessDenied: "Choose a place that this user may write to."
        case .notAFile: "Give the path of a file."
        case .inUse: "End the other program, or choose another file."
        case .noSpace: "Make room, or choose another disk."
        case .readOnly: "Choose another disk."
        case .fileTooLarge: "Choose a file system that takes larger files."
        case .outOfResources: "Raise the limit of open files (ulimit -n), or close other programs."
        case .deviceFailed: "Check the disk."
        case .other: nil
        }
    }

    private var reason: String {
        switch kind {
        case .nameNotFound: "the name has no address"
        case .nameServerFailed: "the name server did not answer"
        case .connectionRefused: "the connection was refused"
        case .unreachable: "there is no way to that host"
        case .timedOut: "nobody answered in time"
        case .connectionReset: "the connection was cut"
        case .notFound: "there is no such file or folder"
        case .accessDenied: "permission denied"
        case .notAFile: "that is not a file"
        case .inUse: "another program is writing to it"
        case .noSpace: "no space left on the disk"
        case .readOnly: "the disk is read-only"
        case .fileTooLarge: "the file may not grow further"
        case .outOfResources: "the system has no descriptor or memory left"
        case .deviceFailed: "the device failed"
        case .other: "the system answered \(Self.text(of: number)) (errno \(number))"
        }
    }

    private static func kind(of number: Int32) -> Kind {
        switch number {
        case ECONNREFUSED: .connectionRefused
        case EHOSTUNREACH, ENETUNREACH, ENETDOWN, EHOSTDOWN, EADDRNOTAVAIL, EAFNOSUPPORT: .unreachable
        case ETIMEDOUT: .timedOut
        case ECONNRESET, EPIPE, ECONNABORTED, ENETRESET, ENOTCONN: .connectionReset
        case ENOENT: .notFound
        case EACCES, EPERM, ETXTBSY: .accessDenied
        case EBUSY: .inUse
        case EISDIR, ENOTDIR, ENXIO: .notAFile
        case ENOSPC, EDQUOT: .noSpace
        case EROFS: .readOnly
        case EFBIG: .fileTooLarge
        case EMFILE, ENFILE, ENOMEM, ENOBUFS, EAGAIN: .outOfResources
        case EIO: .deviceFailed
        default: .other
        }
    }

    private static func text(of number: Int32) -> String {
        // Unlike strerror's, the text is a constant and safe on every thread.
        onair_error_text(number).map { "“\(String(cString: $0))”" } ?? "an unknown error"
    }
}
