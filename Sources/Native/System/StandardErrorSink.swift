import OnAirMedia

/// Writes each log line to standard error, in one piece so that threads do not mix their lines.
public struct StandardErrorSink: LogSink {
    public init() {}

    public func write(_ line: LogLine) {
        var text = "\(line)\n"
        text.withUTF8 { bytes in
            // Nobody can be told that standard error is gone.
            _ = try? SystemCall.write(2, UnsafeRawBufferPointer(bytes))
        }
    }
}
