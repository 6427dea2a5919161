import Dispatch
import OnAirMedia

/// Hands one output's samples to its delegate on the delegate's queue.
///
/// One job of ours is on that queue at a time, and each hands over one sample or one loss: so delivery is serial and in
/// order on a concurrent queue too, and others get their turn on a shared one.
final class SampleDelivery: Sendable {
    /// Makes of a sample what the delegate gets; called on the delegate's queue, one call at a time.
    typealias Preparing = @Sendable (SampleBuffer, CaptureConnection) -> Result<SampleBuffer, SampleLoss>

    private struct State {
        weak var delegate: (any CaptureDataOutputDelegate)?
        /// Nil while there is no delegate.
        var queue: DispatchQueue?
        var backlog: SampleBacklog
        /// Whose samples pass.
        var connection: CaptureConnection?
        /// A job of ours is on a queue, or runs.
        var isScheduled = false
        /// A delegate is being called.
        var isInside = false
        var waiters: [@Sendable () -> Void] = []
    }

    private let state: Lock<State>
    private let losses: DropLedger
    private let prepare: Preparing
    private let ownQueue = DispatchQueue(label: "onair.data-output")

    init(_ limit: SampleBacklog.Limit, losses: DropLedger, prepare: @escaping Preparing) {
        state = Lock(State(backlog: SampleBacklog(limit)))
        self.losses = losses
        self.prepare = prepare
    }

    var limit: SampleBacklog.Limit {
        get { state.withLock { $0.backlog.limit } }
        set { state.withLock { $0.backlog.limit = newValue } }
    }

    /// The delegate and its queue from now on; with a delegate but no queue, one of the delivery's own. What waits for the one before goes to this one; with none it is let go.
    func set(_ delegate: (any CaptureDataOutputDelegate)?, queue: DispatchQueue?) {
        state.withLock { state in
            state.delegate = delegate
            state.queue = delegate == nil ? nil : queue ?? ownQueue
            if state.queue == nil { state.backlog.removeAll() }
        }
    }

    /// The delegate; nil when there is none, or none any more.
    var delegate: (any CaptureDataOutputDelegate)? { state.withLock { $0.delegate } }

    var queue: DispatchQueue? { state.withLock { $0.queue } }

    /// Only samples of `connection` pass from now on, and what waits of another one is let go.
    func open(_ connection: CaptureConnection?) {
        state.withLock { state in
            guard state.connection !== connection else { return }
            state.connection = connection
            state.backlog.removeAll()
        }
    }

    var isIdle: Bool { state.withLock { !$0.isInside } }

    func whenIdle(_ body: @escaping @Sendable () -> Void) {
        let isIdle = state.withLock { state in
            if state.isInside { state.waiters.append(body) }
            return !state.isInside
        }
        if isIdle { body() }
    }

    /// Called on the source's thread.
    func take(_ sample: SampleBuffer, from connection: CaptureConnection) {
        add(from: connection) { backlog in
            if let lost = backlog.add(sample, from: connection) { losses.add(lost.reason.ledgerReason) }
        }
    }

    /// The device itself has lost something; called on the source's thread.
    func lose(_ drop: CaptureDrop, from connection: CaptureConnection) {
        add(from: connection) { backlog in
            losses.add(drop.reason.ledgerReason, count: Int64(drop.count))
            backlog.add(drop, from: connection)
        }
    }

    private func add(from connection: CaptureConnection, _ change: (inout SampleBacklog) -> Void) {
        let queue: DispatchQueue? = state.withLock { state in
            guard let queue = state.queue, state.connection === connection else { return nil }
            change(&state.backlog)
            guard !state.isScheduled else { return nil }
            state.isScheduled = true
            return queue
        }
        if let queue { schedule(on: queue) }
    }

    private func schedule(on queue: DispatchQueue) { queue.async { self.deliver(on: queue) } }

    private enum Turn {
        case move(DispatchQueue)
        /// With the delegate, which is let go outside of the lock: its deinit may call back.
        case end((any CaptureDataOutputDelegate)?)
        case call(any CaptureDataOutputDelegate, SampleBacklog.Entry)
    }

    private func deliver(on queue: DispatchQueue) {
        switch takeTurn(on: queue) {
        case .end: return
        case .move(let other): schedule(on: other)
        case .call(let delegate, let entry):
            call(delegate, entry)
            leave()
        }
    }

    private func takeTurn(on queue: DispatchQueue) -> Turn {
        state.withLock { state in
            // The delegate got another queue while this job waited: the rest is done there.
            if let current = state.queue, current !== queue { return .move(current) }
            let delegate = state.delegate
            guard let delegate, let entry = state.backlog.next() else {
                state.isScheduled = false
                if delegate == nil { state.backlog.removeAll() }
                return .end(delegate)
            }
            state.isInside = true
            return .call(delegate, entry)
        }
    }

    private func leave() {
        let (next, waiters) = state.withLock { state in
            state.isInside = false
            defer { state.waiters = [] }
            state.isScheduled = state.queue != nil && !state.backlog.isEmpty
            return (state.isScheduled ? state.queue : nil, state.waiters)
        }
        for waiter in waiters { waiter() }
        if let next { schedule(on: next) }
    }

    private func call(_ delegate: any CaptureDataOutputDelegate, _ entry: SampleBacklog.Entry) {
        switch entry {
        case .drop(let drop, let connection):
            guard let connection, let output = connection.output else { return }
            delegate.captureOutput(output, didDrop: drop, from: connection)
        case .sample(let sample, let connection):
            guard let connection, let output = connection.output else { return }
            switch prepare(sample, connection) {
            case .success(let ready): delegate.captureOutput(output, didOutput: ready, from: connection)
            case .failure(let loss):
                losses.add(loss.reason.ledgerReason)
                delegate.captureOutput(output, didDrop: CaptureDrop(loss.reason, sample), from: connection)
            }
        }
    }
}
