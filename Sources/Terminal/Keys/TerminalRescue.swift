import Glibc

/// Gives the terminal back when a signal ends the process that nothing else in it hears: ctrl-\ and crashes.
enum TerminalRescue {
    private static let signals = [SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE]

    /// Remembers `mode` and listens. Signals that somebody else handles are left to him.
    static func arm(_ mode: termios) {
        let place = rescuedMode ?? .allocate(capacity: 1)
        place.initialize(to: mode)
        rescuedMode = place
        for number in signals {
            var action = sigaction()
            guard sigaction(number, nil, &action) == 0, action.sa_flags & SA_SIGINFO == 0,
                action.__sigaction_handler.sa_handler == nil
            else { continue }
            signal(number, rescueTerminal)
        }
        isArmed = true
    }

    /// There is nothing to give back any more.
    static func disarm() { isArmed = false }
}

// Written by the one keyboard of a process, under its lock, before a handler can run; read by the handler, which may
// not lock. The memory is never freed.
nonisolated(unsafe) private var rescuedMode: UnsafeMutablePointer<termios>?
// As above; a handler that reads the old value gives back what has been given back already, or nothing.
nonisolated(unsafe) private var isArmed = false

/// Runs in a signal handler: only calls that POSIX allows there.
private func rescueTerminal(_ number: Int32) {
    if isArmed, let mode = rescuedMode, tcgetpgrp(STDIN_FILENO) == getpgrp() {
        tcsetattr(STDIN_FILENO, TCSANOW, mode)
    }
    // Once the handler returns, the signal does what it does.
    signal(number, SIG_DFL)
    raise(number)
}
