import OnAirMedia
import OnAirSystem

/// Tells when camera nodes have come, gone or been given to other users, for as long as it lives.
final class V4L2Watch: Sendable {
    private let stop: StopRequest

    /// Nil where the folder cannot be watched.
    init?(
        folder: String = "/dev", runner: any StageRunner = ThreadRunner(), changed: @escaping @Sendable () -> Void
    ) {
        guard let watch = try? DirectoryWatch(folder) else { return nil }
        let signal = runner.makeSignal()
        stop = StopRequest(signal: signal)
        runner.add(V4L2WatchStage(watch, stop: stop, changed: changed), signal: signal)
    }

    deinit { stop.request() }
}

/// Waits for news of the folder and passes them on when they have settled.
private final class V4L2WatchStage: Stage {
    let name = "v4l2-watch"

    /// Devices have several nodes, and udev sets each one's permissions after it has been made.
    private static let settling = MediaTime.milliseconds(100)
    private static let longestSettling = MediaTime.milliseconds(500)

    private let watch: DirectoryWatch
    private let stop: StopRequest
    private let changed: @Sendable () -> Void
    private var first: HostTime?
    private var tellAt: HostTime?

    init(_ watch: DirectoryWatch, stop: StopRequest, changed: @escaping @Sendable () -> Void) {
        (self.watch, self.stop, self.changed) = (watch, stop, changed)
    }

    func step(now: HostTime) -> StageWait {
        guard !stop.isRequested else { return .finished }
        switch watch.read() {
        case .names(let names) where names.contains(where: { $0.hasPrefix("video") }): isNews(now)
        case .names: break
        case .overflown: isNews(now)
        }
        if let tellAt, now >= tellAt {
            (self.tellAt, first) = (nil, nil)
            changed()
        }
        return .event(
            until: tellAt,
            descriptor: DescriptorInterest(descriptor: watch.descriptor, readable: true, writable: false))
    }

    private func isNews(_ now: HostTime) {
        let first = self.first ?? now
        self.first = first
        tellAt = min(now.advanced(by: Self.settling), first.advanced(by: Self.longestSettling))
    }
}
