import OnAirMedia

/// Sound as it came from the server. Valid only during the call that hands it over.
public struct PulseFragment {
    /// Interleaved 32-bit float in the machine's byte order; empty where the server has a hole in its sound.
    public let samples: UnsafeRawBufferPointer
    /// Samples per channel, in a hole too.
    public let frameCount: Int
    /// When the first sample was captured, as measured: with the server's jitter. Nil while the server has not told
    /// its latency.
    public let captureTime: HostTime?
    /// The present.
    public let now: HostTime

    package init(samples: UnsafeRawBufferPointer, frameCount: Int, captureTime: HostTime?, now: HostTime) {
        (self.samples, self.frameCount, self.captureTime, self.now) = (samples, frameCount, captureTime, now)
    }

    /// Whether the server lost this sound.
    public var isHole: Bool { samples.isEmpty }
}
