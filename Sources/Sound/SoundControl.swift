import Synchronization

/// Changes a running sound stage, from any thread.
public final class SoundControl: Sendable {
    private let muted = Atomic(false)

    public init() {}

    /// Silence instead of sound, while the track goes on; the change takes 5 ms, so that it does not click.
    /// Default false.
    public var isMuted: Bool {
        get { muted.load(ordering: .relaxed) }
        set { muted.store(newValue, ordering: .relaxed) }
    }
}
