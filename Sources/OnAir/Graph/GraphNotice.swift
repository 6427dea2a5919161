import OnAirMedia

/// What the stages tell the kit, from their own threads, in order.
package enum GraphNotice: Sendable {
    /// A second has passed.
    case tick(HostTime)
    /// An output does something else now.
    case output(id: Int, OutputStatus.State)
    /// Camera or microphone has ended; the error is nil where it was asked to, or had no more to give.
    case sourceEnded(EncodedPacket.Track, BroadcastError?)
    /// An encoder ended before its input did.
    case encoderFailed(BroadcastError)
}
