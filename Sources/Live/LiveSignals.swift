import Dispatch
import Glibc

/// Signals as a broadcast hears them.
package enum LiveSignals {
    /// Calls `received` at each signal `number`, which does nothing else any more, until the result is cancelled.
    package static func source(
        _ number: Int32, _ received: @escaping @Sendable () -> Void
    ) -> any DispatchSourceSignal {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler(handler: received)
        source.resume()
        return source
    }

    /// Whether whoever started this process has it ignore the signal.
    package static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0, let handler = action.__sigaction_handler.sa_handler else {
            return false
        }
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
