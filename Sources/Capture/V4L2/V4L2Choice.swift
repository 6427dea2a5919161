import OnAirMedia
import OnAirV4L2

/// Which of a device's modes to use for what is wanted. Pure.
///
/// In this order: the size and the rate as wanted; the size at a higher rate; the smallest larger one that reaches the
/// rate. Where none does, what loses least: half the rate counts as much as half the width and height. Of
/// modes that give the same, one of raw pixels comes before JPEG, and of the raw ones that which takes the least
/// work; so JPEG is used where raw pictures are too slow, and only there.
package struct V4L2Choice: Hashable, Sendable {
    package let code: V4L2Code
    package let size: PictureSize
    /// The rate to ask for.
    package let frameRate: FrameRate

    /// Nil where nothing the device has can be used.
    package init?(of modes: [V4L2Mode], for request: CameraRequest) {
        var usable = modes.filter { V4L2Layout($0.code) != nil }
        if let pixels = request.pixels {
            let asked = usable.filter { V4L2Layout($0.code)?.pixels == pixels }
            if !asked.isEmpty { usable = asked }
        }
        let candidates = usable.map { Candidate($0, request) }
        guard let best = candidates.min(by: { $0.isBetter(than: $1) }) else { return nil }
        (code, size, frameRate) = (best.mode.code, best.mode.size, best.rate)
    }

    private struct Candidate {
        let mode: V4L2Mode
        let rate: FrameRate
        /// Lower is better, one after the other.
        private let grades: [Double]

        init(_ mode: V4L2Mode, _ request: CameraRequest) {
            self.mode = mode
            let wanted = request.frameRate.framesPerSecond.doubleValue
            rate = Self.rate(of: mode, nearest: request.frameRate)
            let fps = rate.framesPerSecond.doubleValue
            let size = mode.size
            // A device that says 29.97 gives what is meant by 30.
            let isFastEnough = fps >= wanted * 0.995
            let isExact = size == request.size
            let isLarger = size.width >= request.size.width && size.height >= request.size.height
            let area = Double(size.width * size.height) / Double(max(1, request.size.width * request.size.height))
            let share = min(1, fps / wanted) * min(1, area).squareRoot()
            let tier: Double
            var loss = 0.0
            switch (isFastEnough, isExact, isLarger) {
            case (true, true, _): tier = fps <= wanted * 1.005 ? 0 : 1
            case (true, false, true): tier = 2
            default: (tier, loss) = (3, 1 - share)
            }
            // Excess costs work and gives nothing.
            let excess = tier == 1 || tier == 2 || tier == 3 ? max(1, area) * max(1, fps / wanted).squareRoot() : 1
            let layout = V4L2Layout(mode.code)
            grades = [
                tier, loss, excess, mode.rates.isEmpty ? 1 : 0, layout?.isCompressed == true ? 1 : 0,
                Double(V4L2Layout.rank(of: mode.code)),
            ]
        }

        func isBetter(than other: Candidate) -> Bool {
            for (mine, others) in zip(grades, other.grades) where abs(mine - others) > 1e-9 { return mine < others }
            return false
        }

        /// The rate as wanted, else the next higher one, else the highest.
        private static func rate(of mode: V4L2Mode, nearest wanted: FrameRate) -> FrameRate {
            let goal = wanted.framesPerSecond
            if mode.rates.contains(where: { $0.slowest.framesPerSecond <= goal && goal <= $0.fastest.framesPerSecond })
            {
                return wanted
            }
            let slowests = mode.rates.map(\.slowest).filter { $0.framesPerSecond > goal }
            // 30000/1001 where 30 is wanted is the same rate in other words.
            let near = mode.rates.map(\.fastest).filter {
                $0.framesPerSecond.doubleValue > goal.doubleValue * 0.995 && $0.framesPerSecond < goal
            }
            if let near = near.max(by: { $0.framesPerSecond < $1.framesPerSecond }) { return near }
            if let next = slowests.min(by: { $0.framesPerSecond < $1.framesPerSecond }) { return next }
            return mode.rates.map(\.fastest).max { $0.framesPerSecond < $1.framesPerSecond } ?? wanted
        }
    }
}
