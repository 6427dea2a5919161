import OnAirMedia

/// What the encoder is made to do, and why, at one moment.
package struct SteeringSnapshot: Equatable, Sendable {
    /// The output whose network decides; nil: none does, and the target is the ceiling.
    package var leader: Int?
    /// What the encoder is to make, in bit/s of pictures.
    package var target: Int
    /// The most it may be, in bit/s: what the configuration says.
    package var ceiling: Int
    /// The least it may be, in bit/s.
    package var minimum: Int
    /// Pictures a second that are encoded.
    package var frameRate: FrameRate
    /// What the leader's link was last seen to carry, in bit/s, sound included; nil while it was never the bottleneck.
    package var bandwidth: Int?
    /// Milliseconds that a byte given to the leader's connection now would wait.
    package var delayMilliseconds: Int64 = 0
    /// How far the encoder was lowered because of this machine's speed.
    package var load: EncoderLoad?
}
