import Glibc

/// What the system lets this process have.
public struct LimitFacts: Sendable, Equatable {
    /// Files and connections it may have open; nil for no limit, or where the kernel does not tell.
    public var openFiles: Int64?
    /// The highest real-time priority it may ask for; 0 is none.
    public var realTimePriority: Int64 = 0

    public init() {}

    package init(reading files: SystemFiles) {
        let text = files.text("/proc/self/limits") ?? ""
        openFiles = Self.limit("Max open files", in: text)
        // Root may whatever the limit says.
        realTimePriority = geteuid() == 0 ? 99 : Self.limit("Max realtime priority", in: text) ?? 0
    }

    /// The soft limit in a line of `/proc/PID/limits` (proc(5)): name, soft limit, hard limit, unit. Nil for
    /// `unlimited`.
    package static func limit(_ name: String, in text: String) -> Int64? {
        for line in text.split(separator: "\n") where line.hasPrefix(name) {
            return line.dropFirst(name.count).split(separator: " ").first.flatMap { Int64($0) }
        }
        return nil
    }
}
