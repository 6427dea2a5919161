import Glibc

/// Asks the terminal to mark pasted text (XTerm Control Sequences, "Bracketed Paste Mode"), or no more. Those that cannot
/// ignore it.
enum PasteMarks {
    /// Only calls that a signal handler may make.
    static func set(_ isOn: Bool) {
        guard descriptor >= 0 else { return }
        // Lost where the terminal takes nothing: then it marks nothing either.
        _ = write(descriptor, isOn ? turnOn : turnOff, 8)
    }

    /// Looks where to write; before the first `set`, outside of handlers.
    static func prepare() {
        guard let name = getenv("TERM"), strcmp(name, "dumb") != 0 else { return }
        // Globals are made at their first use, and that must not be in a handler.
        _ = (turnOn, turnOff)
        let writable = fcntl(STDIN_FILENO, F_GETFL) & O_ACCMODE == O_RDWR
        descriptor = writable ? STDIN_FILENO : isatty(STDERR_FILENO) == 1 ? STDERR_FILENO : -1
    }
}

// Written by `prepare` before anybody reads it, and never again.
nonisolated(unsafe) private var descriptor: Int32 = -1
// Constants that a handler can have without allocating; never freed.
nonisolated(unsafe) private let turnOn = bytes("\u{1B}[?2004h")
nonisolated(unsafe) private let turnOff = bytes("\u{1B}[?2004l")

private func bytes(_ text: String) -> UnsafePointer<UInt8> {
    let place = UnsafeMutablePointer<UInt8>.allocate(capacity: 8)
    for (index, byte) in text.utf8.prefix(8).enumerated() { place[index] = byte }
    return UnsafePointer(place)
}
