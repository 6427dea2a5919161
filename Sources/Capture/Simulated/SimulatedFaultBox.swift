import OnAirMedia

/// What one simulated device has to know about failing: the fault that is set, the script, who holds it, and who wants
/// to be told when it comes and goes.
final class SimulatedFaultBox: Sendable {
    private struct State {
        var fault: SimulatedFault?
        var script = SimulatedFaultScript()
        /// When the script was set.
        var scriptSet = HostTime(nanoseconds: 0)
        var holder: ObjectIdentifier?
        /// Leases that are alive.
        var holders = 0
        /// Called once the last holder has let go.
        var whenFree: @Sendable () -> Void = {}
        var wasConnected = true
        var watchers: [ObjectIdentifier: @Sendable () -> Void] = [:]
    }

    /// Holds the device until it is let go.
    final class Lease: Sendable {
        private let box: SimulatedFaultBox
        init(_ box: SimulatedFaultBox) { self.box = box }
        deinit { box.release(self) }
    }

    private let name: String
    private let target: SimulatedFaultScript.Target
    let timebase: SimulatedTimebase
    private let isExclusive: Bool
    private let state = Lock(State())

    /// - Parameter isExclusive: one holder at a time.
    init(name: String, target: SimulatedFaultScript.Target, timebase: SimulatedTimebase, isExclusive: Bool) {
        (self.name, self.target, self.timebase, self.isExclusive) = (name, target, timebase, isExclusive)
    }

    var fault: SimulatedFault? {
        get { state.withLock { $0.fault } }
        set {
            state.withLock { $0.fault = newValue }
            tellChanges(current)
        }
    }

    var script: SimulatedFaultScript {
        get { state.withLock { $0.script } }
        set {
            let now = timebase.now
            state.withLock { ($0.script, $0.scriptSet) = (newValue, now) }
            tellChanges(current)
        }
    }

    /// What is wrong now, for whoever wants to open it: the fault that is set, else the script's.
    var current: SimulatedFault? { effective(timebase.newest) }

    /// What is wrong at `now`, for a source that runs. Tells watchers where the device has come or gone.
    func fault(at now: HostTime) -> SimulatedFault? {
        timebase.note(now)
        let fault = effective(now)
        tellChanges(fault)
        return fault
    }

    private func effective(_ now: HostTime) -> SimulatedFault? {
        let epoch = timebase.epoch
        return state.withLock { state in
            if let fault = state.fault { return fault }
            guard !state.script.entries.isEmpty else { return nil }
            return state.script.fault(
                of: target, at: epoch.map { now.time(since: $0) },
                sinceSet: (epoch ?? now).time(since: state.scriptSet))
        }
    }

    var isConnected: Bool {
        let fault = current
        tellChanges(fault)
        return fault != .unplug
    }

    var authorization: CaptureAuthorization { current == .deny ? .denied(.simulatedDenied(name)) : .authorized }

    /// Takes the device for one holder.
    ///
    /// - Throws: `CaptureError` of kind `missing`, `denied` or `busy`.
    func open() throws(CaptureError) -> Lease {
        let fault = current
        tellChanges(fault)
        if let error = fault?.openingError(name) { throw error }
        let lease = Lease(self)
        let isFree = state.withLock { state in
            // One that is refused is let go too.
            state.holders += 1
            guard isExclusive else { return true }
            guard state.holder == nil else { return false }
            state.holder = ObjectIdentifier(lease)
            return true
        }
        guard isFree else { throw .simulatedBusy(name) }
        return lease
    }

    private func release(_ lease: Lease) {
        let id = ObjectIdentifier(lease)
        let whenFree: (@Sendable () -> Void)? = state.withLock { state in
            if state.holder == id { state.holder = nil }
            state.holders -= 1
            return state.holders == 0 ? state.whenFree : nil
        }
        whenFree?()
    }

    /// Calls `body` whenever the last holder has let go.
    func whenFree(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.whenFree = body } }

    func watch(_ id: ObjectIdentifier, _ changed: (@Sendable () -> Void)?) {
        state.withLock { $0.watchers[id] = changed }
    }

    /// Tells watchers where the device has come or gone since they were told last.
    private func tellChanges(_ fault: SimulatedFault?) {
        let isConnected = fault != .unplug
        let told: [@Sendable () -> Void] = state.withLock { state in
            guard state.wasConnected != isConnected else { return [] }
            state.wasConnected = isConnected
            return Array(state.watchers.values)
        }
        for changed in told { changed() }
    }
}
