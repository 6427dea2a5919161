import Glibc
import OnAirMedia

/// The zoom at any time: it glides to where it is told to be. A pure value.
package struct ZoomRamp: Equatable, Sendable {
    private var from = 1.0
    private var target = 1.0
    private var start = MediaTime.zero
    private var duration = MediaTime.zero

    package init(_ factor: Double = 1) { (from, target) = (factor, factor) }

    /// Sets out for `zoom` at `time`, from wherever it is then.
    package mutating func set(_ zoom: PictureZoom, at time: MediaTime) {
        let factor = zoom.clampedFactor
        from = self.factor(at: time)
        (target, start, duration) = (factor, time, zoom.duration)
    }

    /// The factor at `time`; equal times of the ramp's middle enlarge by equal parts.
    package func factor(at time: MediaTime) -> Double {
        let (past, whole) = ((time - start).nanoseconds, duration.nanoseconds)
        guard whole > 0, past < whole else { return target }
        let progress = Easing.smooth(Double(max(past, 0)) / Double(whole))
        return from * exp(log(target / from) * progress)
    }

    /// Whether it is still on its way at `time`.
    func isMoving(at time: MediaTime) -> Bool { (time - start).nanoseconds < duration.nanoseconds }
}
