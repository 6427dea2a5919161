/// How much a log line matters.
public enum LogLevel: String, CaseIterable, Comparable, Sendable, Codable {
    /// Every message and state change; for finding a fault in a protocol.
    case trace
    /// What a developer of this package wants to see.
    case debug
    /// What an operator may want to see.
    case info
    /// Something went wrong and was dealt with.
    case warning
    /// Something went wrong and what was asked for did not happen.
    case error

    public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .trace: 0
        case .debug: 1
        case .info: 2
        case .warning: 3
        case .error: 4
        }
    }
}
