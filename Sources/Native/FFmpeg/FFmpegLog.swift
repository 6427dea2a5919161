import CFFmpeg
import Glibc
import OnAirMedia

/// Keeps the libraries' log off stderr: everything is dropped but the newest error, which goes into the next
/// `FFmpegError` so that its text can name the cause.
enum FFmpegLog {
    /// Bytes of an error line that are kept.
    private static let limit = 200
    private static let lastError = Lock<String?>(nil)

    /// Evaluated once, before the first library call of the process.
    private static let installed: Void = av_log_set_callback { _, level, format, arguments in
        guard level <= AV_LOG_ERROR, let format, let arguments else { return }
        FFmpegLog.keep(format, arguments)
    }

    /// Takes over the log, once per process.
    static func install() { _ = installed }

    /// The newest error line, once.
    static func takeLastError() -> String? {
        lastError.withLock { text in
            defer { text = nil }
            return text
        }
    }

    /// Forgets older errors: called before an operation whose failure is reported.
    static func clear() { lastError.withLock { $0 = nil } }

    private static func keep(_ format: UnsafePointer<CChar>, _ arguments: CVaListPointer) {
        let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: limit) { buffer -> String? in
            guard let base = buffer.baseAddress, vsnprintf(base, buffer.count, format, arguments) > 0 else {
                return nil
            }
            return String(cString: base)
        }
        guard var text else { return }
        while let last = text.last, last.isNewline || last == "." || last == " " { text.removeLast() }
        guard !text.isEmpty else { return }
        lastError.withLock { $0 = text }
    }
}
