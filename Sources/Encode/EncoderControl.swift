import Synchronization

/// Asks a running video encoder for something, from any thread. The encoder looks here between two pictures.
public final class EncoderControl: Sendable {
    private let keyframe = Atomic(false)
    /// Zero when nothing new was asked.
    private let newBitrate = Atomic(0)
    private let interval = Atomic(1)
    private let recovery = Atomic(false)

    public init() {}

    /// Asks that the next picture be an IDR picture. Any number of requests before it make one.
    public func requestKeyframe() { keyframe.store(true, ordering: .releasing) }

    /// Asks for another average bitrate from the next picture on, in bit/s; the newest wins. Clamped by the encoder
    /// to 10 000…1 000 000 000.
    public func setBitrate(_ bitsPerSecond: Int) { newBitrate.store(max(1, bitsPerSecond), ordering: .releasing) }

    /// Asks that only each n-th point of the grid get a picture from now on; below 1 means 1. The bitrate stays.
    public func setFrameInterval(_ points: Int) { interval.store(min(max(1, points), 16), ordering: .releasing) }

    /// Each n-th point of the grid is to get a picture.
    public var frameInterval: Int { interval.load(ordering: .acquiring) }

    /// Asks for an IDR picture so that somebody who lost pictures can go on. It may wait until the last one is a second
    /// old: many who lose many make no storm.
    public func requestRecovery() { recovery.store(true, ordering: .releasing) }

    /// Whether somebody waits for an IDR picture since the last `endRecovery`.
    package var isRecoveryRequested: Bool { recovery.load(ordering: .acquiring) }

    /// An IDR picture has been made.
    package func endRecovery() { recovery.store(false, ordering: .releasing) }

    /// Whether a keyframe was asked for since the last call.
    package func takeKeyframeRequest() -> Bool { keyframe.exchange(false, ordering: .acquiringAndReleasing) }

    /// The bitrate asked for since the last call; nil when none was.
    package func takeBitrate() -> Int? {
        let bitrate = newBitrate.exchange(0, ordering: .acquiringAndReleasing)
        return bitrate == 0 ? nil : bitrate
    }
}
