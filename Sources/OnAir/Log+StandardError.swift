import OnAirSystem

extension Log {
    /// A log to standard error, with secrets removed.
    ///
    /// - Parameter level: the lowest level that is written.
    public static func standardError(level: LogLevel) -> Log {
        Log(label: "onair", level: level, sink: StandardErrorSink(), secrets: SecretRegister())
    }
}
