import Synchronization

/// Asks a running video encoder for something, from any thread. The encoder looks here between two pictures.
public final class EncoderControl: Sendable {
    private let keyframe = Atomic(false)
    /// Zero when nothing new was asked.
    private let newBitrate = Atomic(0)

    public init() {}

    /// Asks that the next picture be an IDR picture. Any number of requests before it make one.
    public func requestKeyframe() { keyframe.store(true, ordering: .releasing) }

    /// Asks for another average bitrate from the next picture on, in bit/s; the newest wins. Clamped by the encoder
    /// to 10 000…1 000 000 000.
    public func setBitrate(_ bitsPerSecond: Int) { newBitrate.store(max(1, bitsPerSecond), ordering: .releasing) }

    /// Whether a keyframe was asked for since the last call.
    package func takeKeyframeRequest() -> Bool { keyframe.exchange(false, ordering: .acquiringAndReleasing) }

    /// The bitrate asked for since the last call; nil when none was.
    package func takeBitrate() -> Int? {
        let bitrate = newBitrate.exchange(0, ordering: .acquiringAndReleasing)
        return bitrate == 0 ? nil : bitrate
    }
}
