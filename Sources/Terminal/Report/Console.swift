import Glibc

/// The process's two output streams. Only looks and writes; `LiveReporter` decides.
public enum Console {
    /// Whether standard error is a terminal that can redraw a line.
    public static var errorIsTerminal: Bool {
        guard isatty(STDERR_FILENO) == 1 else { return false }
        return getenv("TERM").map { String(cString: $0) != "dumb" } ?? false
    }

    /// Width of the terminal at standard error; 80 where it cannot tell.
    public static var columns: Int { width(of: STDERR_FILENO) ?? 80 }

    /// Width of the terminal at standard output; nil where it is none.
    public static var outputColumns: Int? {
        guard isatty(STDOUT_FILENO) == 1 else { return nil }
        return width(of: STDOUT_FILENO) ?? 80
    }

    /// Whether colours may be used on standard output (no-color.org).
    public static var outputIsColored: Bool {
        guard isatty(STDOUT_FILENO) == 1, getenv("NO_COLOR").map({ $0.pointee == 0 }) ?? true else { return false }
        return getenv("TERM").map { String(cString: $0) != "dumb" } ?? false
    }

    private static func width(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Writes all of `text`. A stream nobody reads any more (EPIPE) loses it, and that is no failure: a broadcast does
    /// not end because its log did, and `| head` has what it wanted.
    ///
    /// - Returns: what the system says where it could not be written; nil where it was, or nobody reads.
    @discardableResult
    public static func write(_ text: String, to stream: LiveReporter.Output.Stream) -> String? {
        let descriptor = stream == .standardOutput ? STDOUT_FILENO : STDERR_FILENO
        let bytes = Array(text.utf8)
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                written += count
                continue
            }
            let number = errno
            switch number {
            case EINTR: break
            case EAGAIN:
                // Somebody who shares the stream has made it non-blocking.
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&entry, 1, -1)
            case EPIPE: return nil
            default: return strerror(number).map { String(cString: $0) } ?? "error \(number)"
            }
        }
        return nil
    }

    /// Writes each output in turn.
    ///
    /// - Returns: what the system says where standard output could not be written; nil where it was, or nobody reads.
    @discardableResult
    public static func write(_ outputs: [LiveReporter.Output]) -> String? {
        var failure: String?
        for output in outputs {
            let failed = write(output.text, to: output.stream)
            if output.stream == .standardOutput { failure = failure ?? failed }
        }
        return failure
    }

    /// Writes the one text that a command is for to standard output.
    ///
    /// - Returns: `code`, or `writingFailed` where it could not be written, which standard error then says.
    public static func answer(_ text: String, _ code: ExitCode) -> ExitCode {
        guard let failure = write(text, to: .standardOutput) else { return code }
        write("onair: Standard output could not be written: \(failure).\n", to: .standardError)
        return .writingFailed
    }
}
