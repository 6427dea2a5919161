import Glibc

/// Gives the terminal back when a signal ends the process that nothing else in it hears: ctrl-\ and crashes.
///
/// What such a signal did before, it does afterwards: the runtime's backtrace, or the end.
enum TerminalRescue {
    /// Remembers `mode` and listens. Signals that whoever started the process lets it ignore stay ignored.
    static func arm(_ mode: termios) {
        let place = rescuedMode ?? .allocate(capacity: 1)
        place.initialize(to: mode)
        rescuedMode = place
        isArmed = true
        guard previousActions == nil else { return }
        let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: fatalSignals.count)
        actions.initialize(repeating: sigaction(), count: fatalSignals.count)
        previousActions = actions
        for (index, number) in fatalSignals.enumerated() {
            guard sigaction(number, nil, &actions[index]) == 0 else { continue }
            let handler = actions[index].__sigaction_handler.sa_handler
            guard unsafeBitCast(handler, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self) else { continue }
            var action = sigaction()
            action.__sigaction_handler.sa_handler = rescueTerminal
            // A stack that has overflown is no place for a handler.
            action.sa_flags = SA_ONSTACK
            sigaction(number, &action, nil)
        }
    }

    /// There is nothing to give back any more.
    static func disarm() { isArmed = false }
}

private let fatalSignals = [SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE]

// Written by the one keyboard of a process, under its lock, before a handler can run; read by the handler, which may
// not lock. The memory is never freed.
nonisolated(unsafe) private var rescuedMode: UnsafeMutablePointer<termios>?
// As above: what the signals did before, in the order of `fatalSignals`.
nonisolated(unsafe) private var previousActions: UnsafeMutablePointer<sigaction>?
// As above; a handler that reads the old value gives back what has been given back already, or nothing.
nonisolated(unsafe) private var isArmed = false

/// Runs in a signal handler: only calls that POSIX allows there.
private func rescueTerminal(_ number: Int32) {
    if isArmed, let mode = rescuedMode, tcgetpgrp(STDIN_FILENO) == getpgrp() {
        PasteMarks.set(false)
        tcsetattr(STDIN_FILENO, TCSANOW, mode)
    }
    if let previousActions, let index = fatalSignals.firstIndex(of: number) {
        sigaction(number, &previousActions[index], nil)
    }
    // Once the handler returns, the signal does what it did before.
    raise(number)
}
