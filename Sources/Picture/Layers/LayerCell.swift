import OnAirMedia

/// Where whoever makes a layer's content leaves it, and mixers find it. Any thread; the newest wins.
///
/// A cell that nobody but its maker holds shows in no scene any more: makers hold it weakly and end.
package final class LayerCell: Sendable {
    /// Content, and which one it is: a mixer prepares it anew when the number has changed.
    package struct Value: Sendable {
        package var content: LayerContent
        package var edition: Int
    }

    private let state: Lock<Value>
    private let released: (@Sendable () -> Void)?

    /// - Parameter released: called when nobody holds the cell any more, on the thread of its last holder.
    package init(_ content: LayerContent = .nothing, released: (@Sendable () -> Void)? = nil) {
        state = Lock(Value(content: content, edition: 0))
        self.released = released
    }

    deinit { released?() }

    /// What is to be shown now.
    package var value: Value { state.withLock { $0 } }

    /// Shows `content` from the next program picture on.
    package func show(_ content: LayerContent) {
        // The old content is let go outside the lock: it may be large.
        _ = state.withLock { state in
            defer {
                state.content = content
                state.edition += 1
            }
            return state.content
        }
    }
}
