import OnAirMedia

/// Joins inputs to outputs and moves the samples.
///
/// ```swift
/// let session = CaptureSession()
/// try session.addInput(CaptureDeviceInput(device: camera))
/// try session.addOutput(videoOutput)
/// session.startRunning()
/// ```
///
/// Owns its inputs and outputs. Nothing flows before `startRunning`; changes while it runs take effect at once and
/// leave the other medium alone. Several changes that belong together are one `configure`. Each input has a thread of
/// its own, which opens a lost device again. Safe to use from any thread. Letting go of the last reference to a running
/// session stops it and logs that.
public final class CaptureSession: Sendable {
    /// What the sources of a session lost, by reason.
    package struct Ledgers: Sendable {
        package let pictures: DropLedger
        package let sound: DropLedger

        package init(pictures: DropLedger = DropLedger(), sound: DropLedger = DropLedger()) {
            (self.pictures, self.sound) = (pictures, sound)
        }
    }

    struct State {
        var plan: CaptureSessionPlan
        var isRunning = false
        var running: [ObjectIdentifier: RunningInput] = [:]
        /// Inputs that run before they are added.
        var arriving: [ObjectIdentifier: Arriving] = [:]
        /// Stages of inputs that were taken out.
        var ending: [EndingInput] = []
        /// Outputs that may still be handing over the last sample they were given.
        var closing: [CaptureOutputPort] = []
    }

    struct Arriving {
        let input: CaptureDeviceInput
        let arrival: CaptureArrival
    }

    /// The time zero of sources that make their own time.
    package let epoch: HostTime
    private let runner: any StageRunner
    private let log: Log
    private let ledgers: Ledgers
    let happenings: CaptureSessionEvents
    let state = Lock<State?>(nil)

    /// A session without inputs and outputs.
    ///
    /// - Parameter log: where it tells what nobody else is told; by default nowhere.
    public convenience init(log: Log = .silent) { self.init(runner: ThreadRunner(), log: log) }

    /// A session on a runner of your own, whose time zero is `epoch`, by default now.
    ///
    /// - Parameters:
    ///   - ledgers: where what sources lose is counted.
    ///   - observer: is told every event in order, one at a time, on the thread where something happens.
    package init(
        runner: any StageRunner, epoch: HostTime? = nil, log: Log = .silent, ledgers: Ledgers = Ledgers(),
        observer: @escaping @Sendable (CaptureSessionEvent) -> Void = { _ in }
    ) {
        self.runner = runner
        happenings = CaptureSessionEvents(observer)
        self.ledgers = ledgers
        self.log = log
        self.epoch = epoch ?? runner.clock.now
        let plan = CaptureSessionPlan(session: ObjectIdentifier(self))
        state.withLock { $0 = State(plan: plan) }
    }

    deinit {
        let state = self.state.withLock { state in
            defer { state = nil }
            return state
        }
        guard let state else { return }
        for input in state.running.values {
            input.requestStop()
            input.connect([])
        }
        for input in state.plan.inputs {
            happenings.forget(input)
            input.release()
            input.letGo()
        }
        for arriving in state.arriving.values { arriving.input.release() }
        for connection in state.plan.connections { connection.setActive(false) }
        for output in state.plan.outputs { output.port.release() }
        if state.isRunning {
            happenings.note(.stopped)
            log.warning("a capture session was let go while it ran, and has been stopped")
        }
        happenings.finish()
    }

    // MARK: - What it has

    /// Its inputs, in the order they were added.
    public var inputs: [CaptureDeviceInput] { plan.inputs }
    /// Its outputs, in the order they were added.
    public var outputs: [any CaptureOutput] { plan.outputs }
    /// Which input feeds which output.
    public var connections: [CaptureConnection] { plan.connections }
    /// Whether samples flow, or would if the devices gave any.
    public var isRunning: Bool { state.withLock { $0?.isRunning ?? false } }
    /// Whether a device that should give samples is lost; it is being tried again.
    public var isInterrupted: Bool { happenings.isInterrupted }
    /// What happens, from now on, in order.
    public func events() -> AsyncStream<CaptureSessionEvent> { happenings.events() }

    /// Picture size of the camera in one word; default `high`. Change it with `setSessionPreset`.
    ///
    /// The `activeFormat` of the camera's device comes first: while it has one this is `inputPriority`, and the preset
    /// that was set counts again once that is nil.
    public var sessionPreset: Preset { plan.effectivePreset }

    private var plan: CaptureSessionPlan {
        state.withLock { $0?.plan } ?? CaptureSessionPlan(session: ObjectIdentifier(self))
    }

    // MARK: - Changing it

    /// Whether `addInput` would take `input`: not nil, not in a session, of a medium the session has no input for, and
    /// with a format for the preset.
    public func canAddInput(_ input: CaptureDeviceInput?) -> Bool { plan.refusal(of: input) == nil }

    /// Adds `input`, and connects it to every output that takes what it gives.
    ///
    /// - Throws: `CaptureError` of kind `unsupported` that says why not.
    public func addInput(_ input: CaptureDeviceInput?) throws(CaptureError) {
        try configure { session throws(CaptureError) in try session.addInput(input) }
    }

    /// Takes `input` out. Its device is let go: at once where the session does not run, else soon after; `settled` waits
    /// for that. An input that is added again opens its device anew.
    public func removeInput(_ input: CaptureDeviceInput) {
        // Taking out is never refused.
        try? configure { $0.removeInput(input) }
    }

    /// Whether `addOutput` would take `output`: not nil and not in a session.
    public func canAddOutput(_ output: (any CaptureOutput)?) -> Bool { plan.refusal(of: output) == nil }

    /// Adds `output`, and connects every input to it that gives what it takes.
    ///
    /// - Throws: `CaptureError` of kind `unsupported` that says why not.
    public func addOutput(_ output: (any CaptureOutput)?) throws(CaptureError) {
        try configure { session throws(CaptureError) in try session.addOutput(output) }
    }

    /// Takes `output` out.
    public func removeOutput(_ output: any CaptureOutput) {
        // Taking out is never refused.
        try? configure { $0.removeOutput(output) }
    }

    /// Whether the session's camera has pictures of this preset.
    public func canSetSessionPreset(_ preset: Preset) -> Bool { plan.refusal(of: preset) == nil }

    /// Sets the preset; a camera that runs is opened anew with its size, and sound goes on.
    ///
    /// - Throws: `CaptureError` of kind `unsupported` where the camera has no such pictures.
    public func setSessionPreset(_ preset: Preset) throws(CaptureError) {
        try configure { session throws(CaptureError) in try session.setPreset(preset) }
    }

    /// Makes several changes one: all of them at once or, with an error, none. The closure throws nothing, or nothing else
    /// than `CaptureError`.
    ///
    /// - Throws: what `change` throws, or `CaptureError` of kind `unsupported` where somebody else has meanwhile made
    ///   one of the changes impossible.
    public func configure(
        _ change: (inout CaptureSessionConfiguration) throws(CaptureError) -> Void
    ) throws(CaptureError) {
        var configuration = CaptureSessionConfiguration(plan)
        try change(&configuration)
        try perform(configuration.steps)
    }

    private func perform(_ steps: [CaptureSessionConfiguration.Step]) throws(CaptureError) {
        let removed: [CaptureDeviceInput] = try state.withLock { state throws(CaptureError) in
            guard var changed = state else { return [] }
            let before = changed.plan.inputs
            var plan = changed.plan
            for step in steps { try step.apply(to: &plan) }
            try commit(plan, to: &changed, settingAside: steps.compactMap(\.inputSetAside))
            state = changed
            return before.filter { input in !plan.inputs.contains { $0 === input } }
        }
        happenings.tell()
        // Those that never ran lie open. Outside of the lock: a driver may take its time.
        for input in removed { input.letGo() }
    }

    /// Called under the lock; starts and stops what differs.
    private func commit(
        _ plan: CaptureSessionPlan, to state: inout State, settingAside aside: [CaptureDeviceInput]
    ) throws(CaptureError) {
        let before = state.plan
        try claim(plan, before)
        state.plan = plan
        for input in before.inputs where !plan.inputs.contains(where: { $0 === input }) {
            if aside.contains(where: { $0 === input }), setAside(input, &state) { continue }
            stop(input, &state)
            input.release()
        }
        for output in before.outputs where !plan.outputs.contains(where: { $0 === output }) {
            output.port.release()
            Self.close(output, &state)
        }
        for output in plan.outputs {
            let connections = plan.connections.filter { $0.output === output }
            output.port.set(connections)
            output.port.open(state.isRunning ? connections : [])
        }
        for connection in before.connections where !plan.connections.contains(where: { $0 === connection }) {
            connection.setActive(false)
        }
        for connection in plan.connections { connection.setActive(state.isRunning) }
        for input in plan.inputs {
            input.set(plan.preset)
            state.running[ObjectIdentifier(input)]?.connect(plan.connections.filter { $0.input === input })
            if state.isRunning { start(input, &state) }
        }
    }

    /// Makes what is new the session's own: all of it or, with an error, none.
    private func claim(_ plan: CaptureSessionPlan, _ before: CaptureSessionPlan) throws(CaptureError) {
        let inputs = plan.inputs.filter { input in !before.inputs.contains { $0 === input } }
        let outputs = plan.outputs.filter { output in !before.outputs.contains { $0 === output } }
        let failedInput = inputs.firstIndex { !$0.claim(plan.session) }
        let failedOutput = failedInput == nil ? outputs.firstIndex { !$0.port.claim(plan.session) } : nil
        guard failedInput != nil || failedOutput != nil else { return }
        for input in inputs.prefix(failedInput ?? inputs.count) { input.release() }
        for output in outputs.prefix(failedOutput ?? 0) { output.port.release() }
        throw CaptureError(
            .unsupported, "An input or output belongs to another session.", advice: "Remove it there first.")
    }

    // MARK: - Running

    /// Lets the samples flow. Without effect where they do already. A device that cannot be opened now is an
    /// interruption, and is tried again.
    public func startRunning() {
        state.withLock { state in
            guard var changed = state, !changed.isRunning else { return }
            changed.isRunning = true
            happenings.note(.started)
            for connection in changed.plan.connections { connection.setActive(true) }
            for output in changed.plan.outputs { output.port.open(output.port.connections) }
            for input in changed.plan.inputs { start(input, &changed) }
            state = changed
        }
        happenings.tell()
    }

    /// Stops, and returns once every device has been let go and every delegate has returned; without effect where nothing
    /// runs. What delegates were not given yet is let go.
    public func stopRunning() async {
        requestStop()
        await settled()
    }

    /// Stops without waiting. Returns the stages that are on their way out.
    @discardableResult
    package func requestStop() -> [EndingInput] {
        let ending: [EndingInput] = state.withLock { state in
            guard var changed = state, changed.isRunning else { return state?.ending ?? [] }
            changed.isRunning = false
            for connection in changed.plan.connections { connection.setActive(false) }
            for input in changed.plan.inputs { stop(input, &changed) }
            for arriving in changed.arriving.values { dismiss(arriving.input, &changed) }
            for output in changed.plan.outputs {
                output.port.open([])
                Self.close(output, &changed)
            }
            happenings.note(.stopped)
            state = changed
            return changed.ending
        }
        happenings.tell()
        return ending
    }

    /// Waits until devices that were taken out or stopped have been let go, and until the delegates of outputs that
    /// were taken out or stopped have returned: nothing of them comes any more. Never waited for inside such a
    /// delegate.
    public func settled() async {
        let (ending, closing) = state.withLock { state in
            defer { state?.closing = [] }
            return (state?.ending ?? [], state?.closing ?? [])
        }
        for stage in ending.map(\.stage) where !stage.isFinished {
            await withCheckedContinuation { continuation in stage.whenFinished { continuation.resume() } }
        }
        for port in closing {
            await withCheckedContinuation { continuation in port.whenIdle { continuation.resume() } }
        }
        state.withLock { $0?.ending.removeAll { $0.stage.isFinished } }
    }

    private func start(_ input: CaptureDeviceInput, _ state: inout State) {
        let id = ObjectIdentifier(input)
        // It has been running on its way here, and may have been lost meanwhile.
        if let arriving = state.arriving.removeValue(forKey: id) {
            happenings.begin(input, problem: arriving.arrival.problem)
        }
        guard state.running[id] == nil else { return }
        happenings.begin(input)
        state.running[id] = run(
            input, connections: state.plan.connections.filter { $0.input === input }, CaptureArrival(), .added)
    }

    func run(
        _ input: CaptureDeviceInput, connections: [CaptureConnection], _ arrival: CaptureArrival,
        _ way: RunningInput.Way
    ) -> RunningInput {
        let (happenings, name) = (happenings, input.device.localizedName)
        return RunningInput(
            input, connections: connections, arrival: arrival, way: way, runner: runner, epoch: epoch,
            ledger: input.mediaType == .video ? ledgers.pictures : ledgers.sound, log: log
        ) { [weak input] notice in
            arrival.received(notice, from: name)
            if let input { happenings.received(notice, of: input) }
        }
    }

    func stop(_ input: CaptureDeviceInput, _ state: inout State) {
        guard let running = state.running.removeValue(forKey: ObjectIdentifier(input)) else { return }
        running.requestStop()
        running.connect([])
        happenings.forget(input)
        state.ending =
            state.ending.filter { !$0.stage.isFinished }
            + [EndingInput(mediaType: input.mediaType, stage: running.handle)]
    }

    /// Notes an output that was shut while it may still be handing a sample over.
    private static func close(_ output: any CaptureOutput, _ state: inout State) {
        state.closing = (state.closing + [output.port]).filter { !$0.isIdle }
    }
}

extension CaptureSession {
    /// Makes several changes one: all of them at once or, with an error, none. The closure may throw what it
    /// likes.
    ///
    /// - Throws: what `change` throws, or `CaptureError` of kind `unsupported` where somebody else has meanwhile made
    ///   one of the changes impossible.
    public func configure(_ change: (inout CaptureSessionConfiguration) throws -> Void) throws {
        var configuration = CaptureSessionConfiguration(plan)
        try change(&configuration)
        try perform(configuration.steps)
    }
}
