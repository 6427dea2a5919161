import OnAirMedia

/// One way in which a device can give pictures: a code, a size and the rates it has both at.
package struct V4L2Mode: Hashable, Sendable {
    /// Rates between two bounds, both included; one rate where they are equal.
    package struct Rates: Hashable, Sendable {
        package let slowest: FrameRate
        package let fastest: FrameRate

        package init(_ slowest: FrameRate, _ fastest: FrameRate) {
            let isOrdered = slowest.framesPerSecond <= fastest.framesPerSecond
            (self.slowest, self.fastest) = isOrdered ? (slowest, fastest) : (fastest, slowest)
        }

        package init(_ rate: FrameRate) { self.init(rate, rate) }
    }

    package let code: V4L2Code
    package let size: PictureSize
    /// Empty where the driver does not tell.
    package let rates: [Rates]

    package init(_ code: V4L2Code, _ size: PictureSize, _ rates: [Rates]) {
        (self.code, self.size, self.rates) = (code, size, rates)
    }
}
