import OnAirMedia
import Synchronization

/// Runs one input's source, and opens the device again, with back-off, when the source is lost or gives nothing any
/// more.
///
/// One thread: the source's. Ends when it is asked to, or when a source ends that has no more to give.
final class CaptureInputStage<Element: Sendable>: Stage {
    typealias Source = any CaptureSource<Element>
    /// A source that is open, and the generation it was opened for.
    typealias Opened = (source: Source, generation: Int)

    /// How sources are made.
    struct Opening: Sendable {
        /// The device's name for people.
        let deviceName: String
        /// Opens the device as it is wanted now. Slow; called on the stage's thread.
        let open: @Sendable () throws(CaptureError) -> TransferBox<Source>
        /// Told each time the device has been let go; on the stage's thread.
        let closed: @Sendable () -> Void
        /// Changes whenever the source is to be opened anew with another format.
        let generation: @Sendable () -> Int
        /// Stages that hold the device and have been asked to let it go.
        let holders: @Sendable () -> [StageHandle]
        /// Grows whenever the device is known to be there again: it is tried at once then.
        let returns: @Sendable () -> Int
    }

    let name: String
    private let opening: Opening
    private let inlet: CaptureInlet<Element>
    private let ledger: DropLedger
    private var lossesTold = SourceLosses()
    private let stop: StopRequest
    private let signal: WakeSignal
    private let epoch: HostTime
    private let tell: @Sendable (CaptureInputNotice) -> Void
    private let firstPatience: MediaTime?
    /// When the first sample must have come.
    private var firstLimit: HostTime?
    /// Some sample has come, or it is known that none will.
    private var hasBegun = false
    /// How often the device has been said to be there again.
    private var returns: Int
    private var first: Opened?
    private var running: Running?
    private var schedule = ReopenSchedule()
    private var nextAttempt: HostTime?
    private var lastProblem: CaptureError?

    private struct Running {
        let source: Source
        let stop: StopRequest
        let generation: Int
        var seen: Int
        var progress: HostTime
        /// The source has been asked to end.
        var isEnding = false
        var isStalled = false
        var isWanted = true

        /// Once: each request is a wake.
        mutating func requestEnd() {
            if !isEnding { stop.request() }
            isEnding = true
        }
    }

    /// - Parameters:
    ///   - first: the source that is open already; if it is not the one wanted any more, it is let go.
    ///   - signal: this stage's own.
    ///   - firstPatience: how long the first sample may take, whatever the source says, and whatever it loses meanwhile.
    ///   - tell: called on the stage's thread.
    init(
        name: String, first: Opened?, opening: Opening, feed: CaptureFeed<Element>, ledger: DropLedger,
        stop: StopRequest, signal: WakeSignal, epoch: HostTime,
        firstPatience: MediaTime? = nil, tell: @escaping @Sendable (CaptureInputNotice) -> Void
    ) {
        self.name = name
        self.first = first
        self.opening = opening
        inlet = CaptureInlet(feed)
        self.ledger = DropLedger(parent: ledger)
        self.stop = stop
        self.signal = signal
        self.epoch = epoch
        self.tell = tell
        self.firstPatience = firstPatience
        returns = opening.returns()
    }

    func step(now: HostTime) -> StageWait {
        if stop.isRequested { return end(now) }
        if firstLimit == nil, let firstPatience { firstLimit = now.advanced(by: firstPatience) }
        if running != nil { return run(now) }
        let returns = opening.returns()
        if returns != self.returns { (self.returns, nextAttempt) = (returns, nil) }
        if let nextAttempt, now < nextAttempt { return .event(until: nextAttempt) }
        return attempt(now)
    }

    private func end(_ now: HostTime) -> StageWait {
        if first != nil {
            first = nil
            opening.closed()
        }
        guard var running else { return .finished }
        running.requestEnd()
        self.running = running
        let wait = running.source.step(now: now)
        guard wait == .finished else { return wait }
        self.running = nil
        opening.closed()
        return .finished
    }

    /// Opens the device, unless somebody is still letting it go.
    private func attempt(_ now: HostTime) -> StageWait {
        if let first {
            self.first = nil
            guard first.generation == opening.generation() else { return .again }
            begin(first.source, first.generation, now)
            return .again
        }
        if let holder = opening.holders().first(where: { $0.signal !== signal }) {
            let signal = signal
            holder.whenFinished { signal.wake() }
            return .wake
        }
        // Before opening: what changes meanwhile is noticed afterwards.
        let generation = opening.generation()
        do throws(CaptureError) {
            guard let source = try opening.open().take() else { return .finished }
            begin(source, generation, now)
            return .again
        } catch {
            lost(error, now)
            return .event(until: nextAttempt)
        }
    }

    private func begin(_ source: Source, _ generation: Int, _ now: HostTime) {
        let stop = StopRequest(signal: signal)
        source.start(into: inlet, ledger: ledger, stop: stop, at: epoch)
        running = Running(
            source: source, stop: stop, generation: generation, seen: inlet.count, progress: now)
    }

    private func run(_ now: HostTime) -> StageWait {
        guard var running else { return .again }
        if running.generation != opening.generation() { running.requestEnd() }
        let isWanted = inlet.isWanted
        if isWanted != running.isWanted {
            running.isWanted = isWanted
            running.source.setWanted(isWanted)
        }
        let wait = running.source.step(now: now)
        let seen = inlet.count + Int(running.source.discarded)
        if seen != running.seen {
            (running.seen, running.progress, hasBegun) = (seen, now, true)
            recovered()
        }
        // A source that loses what it has is alive: whoever holds its memory, or the cable, is to blame.
        if tellLosses(now) { running.progress = now }
        if wait == .finished { return sourceFinished(running, now) }
        var limit = running.source.patience.map { running.progress.advanced(by: $0) }
        if !hasBegun, let firstLimit { limit = limit.map { min($0, firstLimit) } ?? firstLimit }
        if let limit, now >= limit, !running.isEnding {
            // Told at once: a driver that hangs may not let go for a while.
            lost(
                CaptureError(.lost, "\(opening.deviceName) gives nothing any more.", advice: "Check the device."), now)
            running.isStalled = true
            running.requestEnd()
            self.running = running
            return .again
        }
        self.running = running
        return Self.sooner(wait, running.isEnding ? nil : limit)
    }

    /// Tells the outputs what the source has lost since the last step; false where that is nothing.
    private func tellLosses(_ now: HostTime) -> Bool {
        let losses = SourceLosses(ledger)
        guard losses != lossesTold else { return false }
        if losses.poolEmpty > lossesTold.poolEmpty {
            inlet.lose(.outOfBuffers, count: losses.poolEmpty - lossesTold.poolEmpty, at: now)
        }
        if losses.corrupt > lossesTold.corrupt {
            inlet.lose(.unusable, count: losses.corrupt - lossesTold.corrupt, at: now)
        }
        lossesTold = losses
        return true
    }

    private func sourceFinished(_ ended: Running, _ now: HostTime) -> StageWait {
        let error = ended.source.end.error
        running = nil
        opening.closed()
        if let error {
            lost(error, now)
        } else if !ended.isStalled, ended.generation == opening.generation() {
            tell(.ended)
            return .finished
        }
        return .again
    }

    private func lost(_ error: CaptureError, _ now: HostTime) {
        nextAttempt = now.advanced(by: schedule.nextDelay())
        hasBegun = true
        // One loss is told once, with its first reason. Only what somebody has to do something about is news: that the
        // user may not open it, or that another program has it now.
        if let lastProblem {
            guard error.kind == .denied || error.kind == .busy, lastProblem.kind != error.kind else { return }
        }
        lastProblem = error
        tell(.lost(error))
    }

    private func recovered() {
        schedule.reset()
        nextAttempt = nil
        guard lastProblem != nil else { return }
        lastProblem = nil
        tell(.resumed)
    }

    private static func sooner(_ wait: StageWait, _ limit: HostTime?) -> StageWait {
        guard let limit, case .event(let until, let descriptor) = wait else { return wait }
        return .event(until: until.map { min($0, limit) } ?? limit, descriptor: descriptor)
    }
}

/// What a source has lost by itself.
private struct SourceLosses: Equatable {
    var poolEmpty = 0
    var corrupt = 0

    init() {}

    init(_ ledger: DropLedger) { (poolEmpty, corrupt) = (Int(ledger[.poolEmpty]), Int(ledger[.corrupt])) }
}

/// What an input's stage tells.
enum CaptureInputNotice: Sendable {
    /// The device is lost, or cannot be opened again for another reason than before.
    case lost(CaptureError)
    /// Samples come again.
    case resumed
    /// The source has no more to give.
    case ended
}

/// Passes samples on and counts them; a source that closes it closes nothing behind it.
private final class CaptureInlet<Element: Sendable>: Outlet {
    private let feed: CaptureFeed<Element>
    private let accepted = Atomic(0)

    init(_ feed: CaptureFeed<Element>) { self.feed = feed }

    var capacity: Int { feed.capacity }

    var isWanted: Bool { feed.isWanted }

    var count: Int { accepted.load(ordering: .relaxed) }

    func lose(_ reason: CaptureDrop.Reason, count: Int, at time: HostTime) {
        feed.lose(reason, count: count, at: time)
    }

    func accept(_ element: Element) -> Element? {
        accepted.add(1, ordering: .relaxed)
        return feed.accept(element)
    }

    func close() {}
}
