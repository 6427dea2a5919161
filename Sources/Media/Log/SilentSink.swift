/// Throws every line away: the log of those who did not ask for one.
public struct SilentSink: LogSink {
    public init() {}

    public func write(_ line: LogLine) {}
}
