/// Estimates how a source's sample clock runs against the host's clock, from the stamps of its blocks. A pure value.
///
/// What is observed is how far a stamp lies behind where counting samples at the labelled rate expects it. That distance
/// is an offset that grows evenly (two clocks), plus the stamp's own jitter. A Kalman filter of two states, offset and
/// rate, separates them. Its noise follows the jitter that is seen, so that steady stamps are followed in seconds and
/// shaky ones averaged for up to a minute; a stamp counts for no more than three standard deviations, so that one that
/// is 20 ms off moves nothing. The rate may wander by 0.3 ppm in a second's square root: warming up is followed.
public struct ClockDrift: Equatable, Sendable {
    /// Seconds that stamps lie behind counting, at the last block observed; 0 at the start of a run.
    public private(set) var offset = 0.0
    /// Seconds that `offset` grows in each second: 100e-6 is a source that gives 100 samples of a million too few.
    public private(set) var rate = 0.0
    /// Mean distance of the stamps from the estimate, in seconds.
    public private(set) var jitter = Self.firstJitter

    /// The mean of what stamps were off by, with its sign.
    private var bias = 0.0
    private var offsetVariance = square(Self.firstJitter * Self.deviations)
    private var covariance = 0.0
    private var rateVariance = Self.firstRateVariance

    /// Rates beyond this are no drift but a wrong label; 0.2 %.
    private static let largestRate = 2e-3
    /// Crystals are within 100 ppm, cheap ones within 200.
    private static let firstRateVariance = square(200e-6)
    private static let firstJitter = 2e-3
    /// Stamps are not believed better than this, in seconds: the host's own scheduling is in them.
    private static let smallestDeviation = 100e-6
    /// Standard deviation of a bell curve by its mean distance: √(π/2).
    private static let deviations = 1.2533
    /// Variance that the rate gains in a second.
    private static let wander = 1e-13
    /// Stamps closer together than this many seconds share their jitter, so that small blocks are worth no more.
    private static let correlation = 0.02
    /// Seconds that `bias` is averaged over. White jitter then leaves a twentieth of its deviation in it; ten times that
    /// is no chance.
    private static let biasMemory = 4.0
    private static let largestBias = 0.5
    /// What is not known of a rate that has changed.
    private static let changedRateVariance = square(50e-6)
    /// Seconds that the measured jitter is averaged over.
    private static let jitterMemory = 2.0

    public init() {}

    /// The standard deviation of `offset`, in seconds.
    public var uncertainty: Double { offsetVariance.squareRoot() }

    /// What `offset` will be `elapsed` seconds after the last block observed.
    public func offset(after elapsed: Double) -> Double { offset + rate * elapsed }

    /// Says that counting starts anew at a stamp; the rate is the source's and stays.
    public mutating func beginRun() {
        offset = 0
        offsetVariance = max(Self.square(jitter * Self.deviations), Self.square(Self.smallestDeviation))
        covariance = 0
        bias = 0
    }

    /// Takes a stamp's distance in.
    ///
    /// - Parameters:
    ///   - distance: seconds that the stamp lies behind counting.
    ///   - elapsed: seconds of sound since the last block observed, or since the start of the run; above 0.
    public mutating func observe(_ distance: Double, after elapsed: Double) {
        predict(elapsed)
        let deviation = max(jitter * Self.deviations, Self.smallestDeviation)
        let noise = Self.square(deviation) * max(1, Self.correlation / elapsed)
        let variance = offsetVariance + noise
        let surprise = distance - offset
        let limit = 3 * variance.squareRoot()
        let believed = min(max(surprise, -limit), limit)
        let (offsetGain, rateGain) = (offsetVariance / variance, covariance / variance)
        offset += offsetGain * believed
        rate = min(max(rate + rateGain * believed, -Self.largestRate), Self.largestRate)
        rateVariance -= rateGain * covariance
        covariance *= 1 - offsetGain
        offsetVariance *= 1 - offsetGain
        bias += (believed - bias) * min(1, elapsed / Self.biasMemory)
        if abs(bias) > Self.largestBias * deviation { rateVariance = max(rateVariance, Self.changedRateVariance) }
        // One wild stamp is cut to a few times the usual; many of them soon are the usual.
        let seen = min(abs(surprise), 3 * jitter + Self.smallestDeviation)
        jitter += (seen - jitter) * min(1, elapsed / Self.jitterMemory)
    }

    private mutating func predict(_ elapsed: Double) {
        offset += rate * elapsed
        offsetVariance +=
            elapsed * (2 * covariance + elapsed * (rateVariance + Self.wander * elapsed / 3))
        covariance += elapsed * (rateVariance + Self.wander * elapsed / 2)
        rateVariance += Self.wander * elapsed
    }

    private static func square(_ value: Double) -> Double { value * value }
}
