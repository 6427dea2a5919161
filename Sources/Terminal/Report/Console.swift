import Glibc

/// The process's two output streams. Only looks and writes; `LiveReporter` decides.
public enum Console {
    /// Whether standard error is a terminal that can redraw a line.
    public static var errorIsTerminal: Bool {
        guard isatty(STDERR_FILENO) == 1 else { return false }
        return getenv("TERM").map { String(cString: $0) != "dumb" } ?? false
    }

    /// Width of the terminal at standard error; 80 where it cannot tell.
    public static var columns: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Writes all of `text`. A stream nobody reads any more (EPIPE and the like) loses it: a broadcast does not end
    /// because its log did.
    public static func write(_ text: String, to stream: LiveReporter.Output.Stream) {
        let descriptor = stream == .standardOutput ? STDOUT_FILENO : STDERR_FILENO
        let bytes = Array(text.utf8)
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            written += count
        }
    }

    /// Writes each output in turn.
    public static func write(_ outputs: [LiveReporter.Output]) {
        for output in outputs { write(output.text, to: output.stream) }
    }
}
