import OnAirMedia

/// How a recording stands.
package struct ALSAStreamStatus: Hashable, Sendable {
    package enum State: Hashable, Sendable {
        /// Sound comes.
        case running
        /// It was not started, or has come to a stop.
        case stopped
        /// Nobody read in time, and the card has stopped.
        case overrun
        /// The machine sleeps, or has slept.
        case suspended
        /// The card has gone.
        case gone
    }

    package var state: State
    /// Samples per channel that wait to be read; more than the buffer holds where the oldest are lost.
    package var available: Int
    /// When so many were there; nil where the driver does not tell.
    package var time: HostTime?
    /// When the card began to record; nil where the driver does not tell.
    package var began: HostTime?

    package init(_ state: State, available: Int = 0, time: HostTime? = nil, began: HostTime? = nil) {
        (self.state, self.available, self.time, self.began) = (state, available, time, began)
    }
}
