import Glibc

/// What the system lets this process have.
public struct LimitFacts: Sendable, Equatable {
    /// Files and connections it may have open; nil for no limit.
    public var openFiles: Int64?
    /// The highest real-time priority it may ask for; 0 is none.
    public var realTimePriority: Int64 = 0

    public init() {}

    static func current() -> LimitFacts {
        var facts = LimitFacts()
        facts.openFiles = limit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue))
        // Root may whatever the limit says.
        let priority = limit(__rlimit_resource_t(RLIMIT_RTPRIO.rawValue)) ?? 99
        facts.realTimePriority = geteuid() == 0 ? 99 : priority
        return facts
    }

    private static func limit(_ resource: __rlimit_resource_t) -> Int64? {
        var limits = rlimit()
        guard getrlimit(resource, &limits) == 0, limits.rlim_cur < 1 << 60 else { return nil }
        return Int64(limits.rlim_cur)
    }
}
