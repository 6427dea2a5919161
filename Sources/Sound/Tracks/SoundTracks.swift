import OnAirMedia

/// The sounds that are mixed into the program beside the microphone. Any thread adds and removes.
public final class SoundTracks: Sendable {
    private let tracks = Lock<[SoundTrack]>([])

    public init() {}

    /// Mixed in from the next block on.
    public func add(_ track: SoundTrack) { tracks.withLock { $0.append(track) } }

    /// No longer heard from the next block on.
    public func remove(_ track: SoundTrack) { tracks.withLock { $0.removeAll { $0 === track } } }

    /// Those there are now.
    var all: [SoundTrack] { tracks.withLock { $0 } }
}
