import OnAirMedia

/// A log whose lines can be read.
final class KeptLog: LogSink {
    private let kept = Lock<[LogLine]>([])

    var lines: [LogLine] { kept.withLock { $0 } }
    var log: Log { Log(label: "test", sink: self, secrets: SecretRegister()) }

    func write(_ line: LogLine) { kept.withLock { $0.append(line) } }
}
