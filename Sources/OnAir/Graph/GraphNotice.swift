import OnAirMedia

/// What the stages tell the kit, from their own threads, in order.
enum GraphNotice: Sendable {
    /// A second has passed.
    case tick(HostTime)
    /// An output does something else now.
    case output(id: Int, OutputStatus.State)
    /// Camera or microphone has ended by itself.
    case sourceEnded(EncodedPacket.Track, CaptureLoss?)
}

/// Why a source ended by itself.
struct CaptureLoss: Equatable, Sendable {
    let error: BroadcastError
}
