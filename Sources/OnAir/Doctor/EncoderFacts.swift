/// The encoders of a machine, and how fast it encodes.
public struct EncoderFacts: Sendable, Equatable {
    /// What encoding one picture size took.
    public struct Measurement: Sendable, Equatable {
        public var size: PictureSize
        /// Mean time of a picture in the fastest burst, in milliseconds.
        public var milliseconds: Double
        /// The same in the slowest burst: more, where other programs were in the way.
        public var slowest: Double
        /// Mean processor time of a picture, of all threads together, in milliseconds: what a limited share of
        /// processors is used up by.
        public var processorMilliseconds: Double
        /// Pictures that were measured.
        public var pictures: Int
        /// Threads the encoder used.
        public var threads: Int

        public init(
            size: PictureSize, milliseconds: Double, processorMilliseconds: Double, pictures: Int, threads: Int,
            slowest: Double? = nil
        ) {
            (self.size, self.milliseconds, self.pictures, self.threads) = (size, milliseconds, pictures, threads)
            self.processorMilliseconds = processorMilliseconds
            self.slowest = slowest ?? milliseconds
        }
    }

    /// Why there is no H.264 encoder; nil where there is one.
    public var h264Problem: String?
    /// Why there is no AAC encoder; nil where there is one.
    public var aacProblem: String?
    /// The x264 preset that was measured.
    public var preset = "superfast"
    /// Sizes that were measured, small ones first.
    public var measurements: [Measurement] = []

    public init() {}

    /// What one picture of `size` takes: measured, or in proportion to the nearest measured size; nil where nothing was
    /// measured.
    public func estimate(for size: PictureSize) -> Measurement? {
        let pixels = size.width * size.height
        let near = measurements.min { left, right in
            abs(left.size.width * left.size.height - pixels) < abs(right.size.width * right.size.height - pixels)
        }
        guard let near, near.size.width * near.size.height > 0 else { return nil }
        let factor = Double(pixels) / Double(near.size.width * near.size.height)
        return Measurement(
            size: size, milliseconds: near.milliseconds * factor,
            processorMilliseconds: near.processorMilliseconds * factor, pictures: 0, threads: near.threads,
            slowest: near.slowest * factor)
    }
}
