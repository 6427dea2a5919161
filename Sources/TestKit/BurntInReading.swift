/// What a simulated picture says about itself.
public struct BurntInReading: Hashable, Sendable {
    /// The camera's frame number, modulo 2³².
    public let frameNumber: UInt32
    /// When the frame was captured, in whole milliseconds since the epoch (rounded down), modulo 2³².
    public let timeCode: UInt32
    /// Whether the lamp in the middle is bright.
    public let isFlash: Bool

    public init(frameNumber: UInt32, timeCode: UInt32, isFlash: Bool) {
        self.frameNumber = frameNumber
        self.timeCode = timeCode
        self.isFlash = isFlash
    }
}
