/// Where log lines go: standard error, a file, a test.
public protocol LogSink: Sendable {
    /// Takes one line. Called from any thread; must not block for long and must not log.
    func write(_ line: LogLine)
}
