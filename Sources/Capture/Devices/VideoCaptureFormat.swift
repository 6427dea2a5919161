import OnAirMedia

/// A picture size and pixel format of a camera, and the rates it has them at.
public struct VideoCaptureFormat: Hashable, Sendable {
    /// Rates between two bounds, both included; a fixed rate where they are equal.
    public struct RateRange: Hashable, Sendable {
        public let slowest: FrameRate
        public let fastest: FrameRate

        /// - Precondition: `slowest` is not above `fastest`.
        public init(_ slowest: FrameRate, _ fastest: FrameRate) {
            precondition(slowest.framesPerSecond <= fastest.framesPerSecond, "a range goes up")
            (self.slowest, self.fastest) = (slowest, fastest)
        }

        /// The one rate.
        public init(_ rate: FrameRate) { self.init(rate, rate) }

        /// The rate in the range that is nearest to `rate`.
        public func nearest(to rate: FrameRate) -> FrameRate {
            if rate.framesPerSecond < slowest.framesPerSecond { return slowest }
            return rate.framesPerSecond > fastest.framesPerSecond ? fastest : rate
        }
    }

    public let size: PictureSize
    public let pixels: PixelFormat
    /// As the device tells them; at least one.
    public let rates: [RateRange]

    public init(size: PictureSize, pixels: PixelFormat, rates: [RateRange]) {
        (self.size, self.pixels, self.rates) = (size, pixels, rates)
    }
}
