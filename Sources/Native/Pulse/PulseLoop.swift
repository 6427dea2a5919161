import CPulse
import OnAirMedia

/// libpulse's own thread and its lock.
///
/// The thread never waits for a server: it polls, and lets go of the lock meanwhile. So the lock is free again within
/// what one callback takes.
///
/// Unchecked because the handle never changes and libpulse allows every one of these calls from any thread.
final class PulseLoop: @unchecked Sendable {
    private let handle: OpaquePointer

    init() throws(PulseError) {
        guard let handle = pa_threaded_mainloop_new() else {
            throw PulseError(.refused, "libpulse could not be started: the system has no descriptor or memory left.")
        }
        pa_threaded_mainloop_set_name(handle, "pulse")
        guard pa_threaded_mainloop_start(handle) >= 0 else {
            pa_threaded_mainloop_free(handle)
            throw PulseError(.refused, "libpulse could not be started: the system has no thread left.")
        }
        self.handle = handle
    }

    deinit { pa_threaded_mainloop_free(handle) }

    var api: UnsafeMutablePointer<pa_mainloop_api>? { pa_threaded_mainloop_get_api(handle) }

    func lock() { pa_threaded_mainloop_lock(handle) }
    func unlock() { pa_threaded_mainloop_unlock(handle) }

    /// Wakes `wait`; called on the loop's thread.
    func signal() { pa_threaded_mainloop_signal(handle, 0) }

    /// Ends the thread and returns once it has; called without the lock, not on that thread.
    func stop() { pa_threaded_mainloop_stop(handle) }

    /// Waits, with the lock held, until `condition` is true, which is asked again after each signal; false when it is
    /// not by `deadline`.
    func wait(_ context: OpaquePointer, until deadline: HostTime, for condition: () -> Bool) -> Bool {
        let clock = MonotonicClock()
        let left = max(0, deadline.nanoseconds(since: clock.now)) / 1000
        let timer = pa_context_rttime_new(
            context, pa_rtclock_now() + pa_usec_t(left),
            { _, _, _, pointer in
                if let pointer { pa_threaded_mainloop_signal(OpaquePointer(pointer), 0) }
            }, UnsafeMutableRawPointer(handle))
        guard let timer else { return condition() }
        defer { api?.pointee.time_free(timer) }
        while !condition() {
            guard clock.now < deadline else { return false }
            pa_threaded_mainloop_wait(handle)
        }
        return true
    }
}
