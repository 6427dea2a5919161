import Dispatch
import OnAirMedia

/// Waits until devices have been let go.
enum CaptureRelease {
    /// How long a device may take to be let go before it counts as busy.
    private static let patience = DispatchTimeInterval.milliseconds(1000)

    /// Blocks until `stages` have finished, at most a second.
    static func wait(for stages: [StageHandle]) {
        let done = DispatchSemaphore(value: 0)
        for stage in stages { stage.whenFinished { done.signal() } }
        let deadline = DispatchTime.now() + patience
        for _ in stages where done.wait(timeout: deadline) == .timedOut { return }
    }
}
