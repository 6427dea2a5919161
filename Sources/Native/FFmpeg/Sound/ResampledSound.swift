/// Samples that may be read while the closure that received them runs.
public struct ResampledSound {
    /// Samples per channel, at least 1.
    public let count: Int
    private let channels: (UnsafePointer<Float>, UnsafePointer<Float>)

    /// `channels.1` of mono sound is its only channel again.
    init(count: Int, channels: (UnsafePointer<Float>, UnsafePointer<Float>)) {
        self.count = count
        self.channels = channels
    }

    /// The samples of channel 0 (left, or mono) or 1 (right).
    public func channel(_ index: Int) -> UnsafeBufferPointer<Float> {
        UnsafeBufferPointer(start: index == 0 ? channels.0 : channels.1, count: count)
    }
}
