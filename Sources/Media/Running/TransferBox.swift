/// Carries one value that is not Sendable from the thread that gives it up to the thread that takes it.
///
/// Unchecked because the compiler cannot see that `init` consumes the only reference and that `take()` is called by
/// one thread, which was started after `init`.
package final class TransferBox<Value>: @unchecked Sendable {
    private var value: Value?

    package init(_ value: sending Value) { self.value = value }

    /// The value, the first time; nil ever after.
    package func take() -> sending Value? {
        nonisolated(unsafe) let taken = value  // the only reference: `value` is cleared on the next line
        value = nil
        return taken
    }
}
