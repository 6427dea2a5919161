import Glibc
import OnAirMedia

/// Reads keys from the terminal at standard input, each as it is typed, and without showing it.
///
/// Only while this process is in the terminal's foreground: started with `&`, it leaves the terminal to the shell, and
/// `fg` brings the keys. Ctrl-C, ctrl-Z and ctrl-\ stay what they are. The terminal is as it was before after `stop`,
/// while the process is suspended, and when a crash ends it. A thread of its own reads: whoever receives the keys is
/// called from it and must not wait.
public final class Keyboard: Sendable {
    private struct State {
        /// How the terminal was before; nil while it is as it was.
        var before: termios?
        var isStopped = false
        var isSuspended = false
    }

    private let state = Lock(State())
    /// How long until it is seen that the process has come to the foreground, in milliseconds.
    private static let interval: Int32 = 200

    /// Whether standard input is a terminal.
    public static var isThere: Bool { isatty(STDIN_FILENO) == 1 }

    /// Starts reading.
    ///
    /// Where this process is in the foreground, the terminal shows nothing of what is typed from the return on.
    ///
    /// - Parameter received: called with whatever is typed.
    public init(_ received: @escaping @Sendable (KeyPress) -> Void) {
        PasteMarks.prepare()
        Self.withoutTerminalStops { _ = state.withLock { Self.take(&$0) } }
        SerialThread.start(name: "keyboard") { [self] in run(received) }
    }

    /// Whether keys are taken now: not in the background.
    public var takesKeys: Bool { state.withLock { $0.before != nil } }

    /// Ends reading and gives the terminal back. May be called again.
    public func stop() {
        state.withLock { state in
            state.isStopped = true
            Self.giveBack(&state)
        }
    }

    /// Gives the terminal back and stops the process as ctrl-Z does, until it is continued.
    ///
    /// SIGTSTP must not be blocked by other means than being ignored or read by a signal source.
    public func suspend() {
        state.withLock { state in
            state.isSuspended = true
            Self.giveBack(&state)
        }
        // The signal's own action and not SIGSTOP: nobody could continue a process that has no shell with job control,
        // and the kernel knows.
        let action = signal(SIGTSTP, SIG_DFL)
        var mask = sigset_t()
        var blocked = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &mask, &blocked)
        pthread_kill(pthread_self(), SIGTSTP)
        pthread_sigmask(SIG_SETMASK, &blocked, nil)
        signal(SIGTSTP, action)
        state.withLock { $0.isSuspended = false }
    }

    /// Does `body` in a way that changing the terminal, or reading it, from the background is an error and does not stop
    /// the process.
    private static func withoutTerminalStops(_ body: () -> Void) {
        var mask = sigset_t()
        var before = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, SIGTTIN)
        sigaddset(&mask, SIGTTOU)
        pthread_sigmask(SIG_BLOCK, &mask, &before)
        body()
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    private func run(_ received: (KeyPress) -> Void) {
        Self.withoutTerminalStops { readAll(received) }
    }

    private func readAll(_ received: (KeyPress) -> Void) {
        var decoder = KeyDecoder()
        while true {
            let (mayRead, isStopped) = state.withLock { ($0.isStopped ? false : Self.take(&$0), $0.isStopped) }
            guard !isStopped else { return }
            var entry = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            let count = poll(&entry, mayRead ? 1 : 0, Self.interval)
            if count == 0 { decoder.pause() }
            guard count > 0 else { continue }
            guard let bytes = state.withLock({ Self.read(&$0) }) else { return stop() }
            for press in decoder.presses(in: bytes) { received(press) }
        }
    }

    /// Takes the terminal where it is ours to take; whether it may be read.
    private static func take(_ state: inout State) -> Bool {
        guard !state.isSuspended, isForeground else { return false }
        var mode = termios()
        guard tcgetattr(STDIN_FILENO, &mode) == 0 else { return false }
        // A shell may have given the terminal another mode while the process was stopped.
        guard mode.c_lflag & tcflag_t(ICANON | ECHO) != 0 else { return true }
        let before = mode
        mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
        withUnsafeMutableBytes(of: &mode.c_cc) { bytes in
            // Reading never waits: `poll` does.
            bytes[Int(VMIN)] = 0
            bytes[Int(VTIME)] = 0
        }
        TerminalRescue.arm(before)
        guard tcsetattr(STDIN_FILENO, TCSANOW, &mode) == 0 else { return false }
        state.before = before
        PasteMarks.set(true)
        return true
    }

    private static func giveBack(_ state: inout State) {
        guard var before = state.before else { return }
        state.before = nil
        // What belongs to another program now is left alone.
        if isForeground {
            PasteMarks.set(false)
            tcsetattr(STDIN_FILENO, TCSANOW, &before)
        }
        TerminalRescue.disarm()
    }

    /// What has been typed; nil where the terminal is gone.
    private static func read(_ state: inout State) -> [UInt8]? {
        guard state.before != nil, isForeground else { return [] }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = bytes.withUnsafeMutableBytes { Glibc.read(STDIN_FILENO, $0.baseAddress, $0.count) }
        guard count >= 0 else { return errno == EINTR || errno == EAGAIN || !isForeground ? [] : nil }
        return Array(bytes.prefix(count))
    }

    private static var isForeground: Bool { tcgetpgrp(STDIN_FILENO) == getpgrp() }
}
