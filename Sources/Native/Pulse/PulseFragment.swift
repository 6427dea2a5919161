import OnAirMedia

/// Sound as it came from the server. Valid only during the call that hands it over.
public struct PulseFragment {
    /// Interleaved 32-bit float in the machine's byte order; empty where the server has a hole in its sound.
    public let samples: UnsafeRawBufferPointer
    /// Samples per channel, in a hole too.
    public let frameCount: Int
    /// Samples per channel of this piece and of all that has arrived behind it.
    public let arrivedCount: Int
    /// When it was found to have arrived: the last of all these samples was captured before.
    public let arrival: HostTime
    /// How long the source keeps sound, as the server last told; it counts what has gathered since the source last gave
    /// some too. Nil while nothing was told.
    public let sourceLatency: MediaTime?
    /// How much sound the server gathers before it sends any: a few milliseconds from most sources, 2 s from one that has
    /// a clock of 2 s and cannot be asked for another.
    public let gathering: MediaTime

    package init(
        samples: UnsafeRawBufferPointer, frameCount: Int, arrivedCount: Int, arrival: HostTime,
        sourceLatency: MediaTime?, gathering: MediaTime = .zero
    ) {
        (self.samples, self.frameCount, self.arrivedCount) = (samples, frameCount, arrivedCount)
        (self.arrival, self.sourceLatency, self.gathering) = (arrival, sourceLatency, gathering)
    }

    /// Whether the server lost this sound.
    public var isHole: Bool { samples.isEmpty }
}
