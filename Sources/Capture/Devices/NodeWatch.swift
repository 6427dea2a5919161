import OnAirMedia
import OnAirSystem

/// Tells when nodes of devices have come, gone or been given to other users, for as long as it lives.
package final class NodeWatch: Sendable {
    private let stop: StopRequest

    /// Nil where `folder` cannot be watched.
    ///
    /// - Parameters:
    ///   - folder: where nodes are.
    ///   - another: a folder in it with more of them; it need not be there yet.
    ///   - isWanted: whether a node or folder of this name matters.
    ///   - changed: called on a thread of the watch's own, when the news have settled.
    package init?(
        _ folder: String = "/dev", and another: String? = nil, where isWanted: @escaping @Sendable (String) -> Bool,
        runner: any StageRunner = ThreadRunner(), changed: @escaping @Sendable () -> Void
    ) {
        guard let watch = try? DirectoryWatch(folder) else { return nil }
        let signal = runner.makeSignal()
        stop = StopRequest(signal: signal)
        runner.add(
            NodeWatchStage(watch, and: another, where: isWanted, stop: stop, changed: changed), signal: signal)
    }

    deinit { stop.request() }
}

/// Waits for news and passes them on when they have settled.
private final class NodeWatchStage: Stage {
    let name = "node-watch"

    /// Devices have several nodes, and udev sets each one's permissions after it has been made.
    private static let settling = MediaTime.milliseconds(100)
    private static let longestSettling = MediaTime.milliseconds(500)

    private let watch: DirectoryWatch
    private let another: String?
    private let isWanted: @Sendable (String) -> Bool
    private let stop: StopRequest
    private let changed: @Sendable () -> Void
    private var first: HostTime?
    private var tellAt: HostTime?

    init(
        _ watch: DirectoryWatch, and another: String?, where isWanted: @escaping @Sendable (String) -> Bool,
        stop: StopRequest, changed: @escaping @Sendable () -> Void
    ) {
        (self.watch, self.another, self.isWanted) = (watch, another, isWanted)
        (self.stop, self.changed) = (stop, changed)
        if let another { watch.include(another) }
    }

    func step(now: HostTime) -> StageWait {
        guard !stop.isRequested else { return .finished }
        let news = watch.read()
        if news != .names([]) {
            // It may have come just now; what was made in it before that is told with it.
            if let another { watch.include(another) }
            if news.concerns(isWanted) { isNews(now) }
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

extension DirectoryWatch.News {
    fileprivate func concerns(_ isWanted: (String) -> Bool) -> Bool {
        switch self {
        case .names(let names): names.contains(where: isWanted)
        case .overflown: true
        }
    }
}
