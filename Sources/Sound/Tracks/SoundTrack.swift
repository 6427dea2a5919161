import OnAirMedia
import Synchronization

/// A sound that is mixed into the program beside the microphone, such as that of a video in a layer.
///
/// Whoever makes the sound pushes blocks in order, each stamped as sound captured at its `captureTime`; the sound stage
/// takes them. Those stamped `lead` too early reach it before they are due, so that nothing is missing when its time comes.
public final class SoundTrack: Sendable {
    /// Where blocks go: of any rate, one or two channels. Holds half a second of blocks of 10 ms; what finds no room is
    /// returned to whoever pushes.
    public let input = BoundedQueue<SoundBlock>(capacity: 50)
    /// How much earlier than it is to be heard with the camera's pictures a block is stamped.
    public let lead: MediaTime
    private let level: Atomic<UInt32>

    /// - Parameters:
    ///   - volume: 0…2; clamped.
    ///   - lead: how much too early blocks are stamped; default 150 ms.
    public init(volume: Double = 1, lead: MediaTime = .milliseconds(150)) {
        self.lead = lead
        level = Atomic(Self.clamped(volume).bitPattern)
    }

    /// How loud it is, 0…2 (clamped); a change takes one block of 1024 samples, so that it does not click.
    public var volume: Double {
        get { Double(Float(bitPattern: level.load(ordering: .relaxed))) }
        set { level.store(Self.clamped(newValue).bitPattern, ordering: .relaxed) }
    }

    private static func clamped(_ volume: Double) -> Float { volume.isNaN ? 0 : Float(min(max(volume, 0), 2)) }
}
