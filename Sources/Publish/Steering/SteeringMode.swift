/// How a bitrate follows the network: the numbers behind the modes.
package struct SteeringMode: Sendable, Equatable {
    /// Milliseconds that a byte may wait before the bitrate is lowered.
    package var high: Int64
    /// Milliseconds that a byte may wait while the bitrate is raised.
    package var low: Int64
    /// Of what the link carries, the part that is aimed at after it was too much.
    package var share: Double
    /// Milliseconds in which what waits is to be gone after the bitrate was lowered.
    package var drain: Int64
    /// Milliseconds without congestion before more is tried than the link was seen to carry.
    package var hold: Int64
    /// Growth in a second up to a little more than the link was seen to carry.
    package var cautiousGrowth: Double
    /// Growth in a second where nothing speaks against it.
    package var growth: Double
    /// Of the bitrate before, what a new connection begins with.
    package var returnShare: Double
    /// Milliseconds from one step of the frame rate to the next, upwards.
    package var frameRatePatience: Int64

    /// Down at once, up again within some seconds.
    package static let normal = SteeringMode(
        high: 400, low: 150, share: 0.92, drain: 2000, hold: 3000, cautiousGrowth: 0.05, growth: 0.16,
        returnShare: 0.7, frameRatePatience: 2000)

    /// Down sooner and further, up more slowly.
    package static let conservative = SteeringMode(
        high: 250, low: 100, share: 0.75, drain: 1500, hold: 10_000, cautiousGrowth: 0.02, growth: 0.06,
        returnShare: 0.5, frameRatePatience: 5000)
}
