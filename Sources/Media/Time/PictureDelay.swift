/// How much later than its capture a picture lies on the program's timeline: the constant that sound is moved by, so
/// that lips and voice stay together.
///
/// The picture stage sets it once, when it has locked to the camera; a sound sample captured at host time t then
/// belongs at program time (t − epoch) + delay.
public final class PictureDelay: Sendable {
    private let delay = Lock<MediaTime?>(nil)

    public init() {}

    /// The delay; nil until the picture stage has locked.
    public var value: MediaTime? { delay.withLock { $0 } }

    /// States the delay.
    public func set(_ value: MediaTime) { delay.withLock { $0 = value } }
}
