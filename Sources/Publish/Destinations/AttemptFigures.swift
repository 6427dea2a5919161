import OnAirMedia

/// What a destination counts over its attempts. The connection's own counts begin at 0 each time; those of earlier
/// connections are kept here.
struct AttemptFigures: Sendable {
    /// Attempts begun.
    var attempts = 0
    /// How often it was publishing again.
    var reconnects = 0
    /// It was publishing once.
    var wasPublishing = false
    var publishingSince: HostTime?
    var lastError: DestinationError?
    /// Bytes earlier connections have sent.
    var sentBefore: Int64 = 0
    /// Bytes of earlier connections that were acknowledged.
    var acknowledgedBefore: Int64 = 0
    /// When the queue last lost something, and how much it had lost by then.
    var lossesSeen: Int64 = 0
    var lostAt: HostTime?
}
