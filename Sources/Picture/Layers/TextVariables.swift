import Glibc
import OnAirMedia

/// What live texts may say besides their own words: the time of day, how long the broadcast has been live, and values
/// set by name. Any thread sets; texts that use what has changed are drawn anew.
package final class TextVariables: Sendable {
    /// Where the time of day comes from.
    package enum WallClock: Sendable {
        /// The system's clock, looked at each time, so that it may be set while on air.
        case system
        /// `unixNanoseconds` since 1970 (UTC) at the instant `at` of the runner's clock, and on from there.
        case fixed(unixNanoseconds: Int64, at: HostTime)
    }

    /// What is known at one moment.
    package struct Values: Equatable, Sendable {
        /// When the broadcast went live; nil while it is not.
        package var liveSince: HostTime?
        /// Values by name, such as `bitrate` and `fps`.
        package var named: [String: String]

        package init(liveSince: HostTime? = nil, named: [String: String] = [:]) {
            self.liveSince = liveSince
            self.named = named
        }
    }

    /// Who is to be woken for what.
    private struct Watcher {
        let names: Set<String>
        let usesDuration: Bool
        let wake: @Sendable () -> Void
    }

    private struct State {
        var values: Values
        var watchers: [Int: Watcher] = [:]
        var nextWatcher = 0
    }

    private let wallClock: WallClock
    private let state: Lock<State>

    /// - Parameters:
    ///   - wallClock: where the time of day comes from. Default the system's clock.
    ///   - values: what is known from the start.
    package init(wallClock: WallClock = .system, values: Values = Values()) {
        self.wallClock = wallClock
        state = Lock(State(values: values))
    }

    /// What is known now.
    package var values: Values { state.withLock { $0.values } }

    /// The value called `name`; nil takes it away. Texts write it in braces: `{name}`. Setting one of the names texts
    /// know by themselves, `clock` and `duration`, has no effect on them.
    package subscript(name: String) -> String? {
        get { state.withLock { $0.values.named[name] } }
        set {
            let wakes = state.withLock { state -> [@Sendable () -> Void] in
                guard state.values.named[name] != newValue else { return [] }
                state.values.named[name] = newValue
                return state.watchers.values.filter { $0.names.contains(name) }.map(\.wake)
            }
            for wake in wakes { wake() }
        }
    }

    /// States when the broadcast went live, on the runner's clock; nil when it has ended: `{duration}` then stays 0:00:00.
    package func setLive(since: HostTime?) {
        let wakes = state.withLock { state -> [@Sendable () -> Void] in
            guard state.values.liveSince != since else { return [] }
            state.values.liveSince = since
            return state.watchers.values.filter(\.usesDuration).map(\.wake)
        }
        for wake in wakes { wake() }
    }

    /// Nanoseconds since 1970 (UTC) at `now` of the runner's clock.
    func unixNanoseconds(at now: HostTime) -> Int64 {
        switch wallClock {
        case .system:
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        case .fixed(let origin, let instant): return origin + now.nanoseconds(since: instant)
        }
    }

    /// Calls `wake` whenever one of `names` changes, or the start of being live where `usesDuration`; until `unwatch`.
    func watch(names: Set<String>, usesDuration: Bool, _ wake: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.nextWatcher += 1
            state.watchers[state.nextWatcher] = Watcher(names: names, usesDuration: usesDuration, wake: wake)
            return state.nextWatcher
        }
    }

    func unwatch(_ watcher: Int) { state.withLock { $0.watchers[watcher] = nil } }
}
