/// Two waves down a picture: one moves rows sideways, the other up and down. In pixels of luma.
package struct RowWave: Equatable {
    /// How far rows go sideways, each way.
    package var amplitude: Double
    /// From one crest to the next.
    package var length: Double
    /// How far the wave has run: 0…1 of `length`.
    package var phase: Double
    /// How far rows go up and down.
    package var rise: Double
    package var riseLength: Double
    package var risePhase: Double

    package init(
        amplitude: Double, length: Double, phase: Double, rise: Double, riseLength: Double, risePhase: Double
    ) {
        (self.amplitude, self.length, self.phase) = (amplitude, length, phase)
        (self.rise, self.riseLength, self.risePhase) = (rise, riseLength, risePhase)
    }
}
