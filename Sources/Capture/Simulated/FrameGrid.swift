import OnAirMedia

/// The host times at which frames of a constant rate are due: frame n at `epoch + n / rate`, to the nanosecond.
package struct FrameGrid: Hashable, Sendable {
    package let frameRate: FrameRate
    package let epoch: HostTime

    package init(frameRate: FrameRate, epoch: HostTime) {
        self.frameRate = frameRate
        self.epoch = epoch
    }

    /// When `frame` is captured.
    package func due(_ frame: Int64) -> HostTime { epoch.advanced(by: frameRate.time(ofFrame: frame)) }

    /// The newest frame captured at or before `now`; negative before the epoch.
    package func newestFrame(dueAt now: HostTime) -> Int64 {
        // Due times are rounded, by half a nanosecond at most, so the exact answer may be off by one.
        var frame = frameRate.frame(atOrBefore: .nanoseconds(now.nanoseconds(since: epoch) + 1))
        while due(frame) > now { frame -= 1 }
        return frame
    }

    /// The first frame captured at or after `now`, never one before the epoch.
    package func firstFrame(dueAtOrAfter now: HostTime) -> Int64 {
        let newest = newestFrame(dueAt: now)
        return max(0, due(newest) == now ? newest : newest + 1)
    }
}
