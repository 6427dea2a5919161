/// Writes log lines for one part of the program.
///
/// A value: copy it, relabel it, hand it on. The message is constant text; what varies goes into fields, whose
/// values are only made when the line is really written. Everything passes through the one redactor first.
///
/// Levels: nothing above `debug` unless the caller cannot learn it from an event or an error.
public struct Log: Sendable {
    /// Which part of the program speaks.
    public let label: String
    /// Lines below this are not written.
    public var level: LogLevel
    private let sink: any LogSink
    private let secrets: SecretRegister

    /// A log to `sink`.
    ///
    /// - Parameters:
    ///   - label: which part of the program speaks.
    ///   - level: the lowest level that is written.
    ///   - secrets: the exact secrets known so far, on top of what the redactor recognises by its form.
    public init(label: String, level: LogLevel = .info, sink: any LogSink, secrets: SecretRegister) {
        self.label = label
        self.level = level
        self.sink = sink
        self.secrets = secrets
    }

    /// A log that nobody reads.
    public static let silent = Log(label: "", level: .error, sink: SilentSink(), secrets: SecretRegister())

    /// The same log for another part of the program.
    public func labelled(_ label: String) -> Log { Log(label: label, level: level, sink: sink, secrets: secrets) }

    /// Makes sure that `secret` never appears in a line of this log or of any that share its register.
    public func hide(_ secret: String) {
        // What nobody reads hides nothing, and the one silent log lives as long as the process.
        if !(sink is SilentSink) { secrets.add(secret) }
    }

    /// Writes a line at `level`.
    public func callAsFunction(
        _ level: LogLevel, _ message: StaticString, _ fields: @autoclosure () -> [LogField] = []
    ) {
        guard level >= self.level else { return }
        let redactor = secrets.redactor
        sink.write(
            LogLine(
                level: level, label: label, message: redactor.redact("\(message)"),
                fields: fields().map { redactor.redact($0) }))
    }

    /// Writes a line for finding faults in a protocol.
    public func trace(_ message: StaticString, _ fields: @autoclosure () -> [LogField] = []) {
        self(.trace, message, fields())
    }

    /// Writes a line for developers.
    public func debug(_ message: StaticString, _ fields: @autoclosure () -> [LogField] = []) {
        self(.debug, message, fields())
    }

    /// Writes a line for operators.
    public func info(_ message: StaticString, _ fields: @autoclosure () -> [LogField] = []) {
        self(.info, message, fields())
    }

    /// Writes a line about something that went wrong and was dealt with.
    public func warning(_ message: StaticString, _ fields: @autoclosure () -> [LogField] = []) {
        self(.warning, message, fields())
    }

    /// Writes a line about something that was asked for and did not happen.
    public func error(_ message: StaticString, _ fields: @autoclosure () -> [LogField] = []) {
        self(.error, message, fields())
    }
}
