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

    private struct State {
        var plan: CaptureSessionPlan
        var isRunning = false
        var running: [ObjectIdentifier: RunningInput] = [:]
        /// Stages of inputs that were taken out.
        var ending: [EndingInput] = []
    }

    /// What the stages of inputs tell, kept apart from the session so that they do not keep it alive.
    private final class Listening: Sendable {
        let hub = EventHub<CaptureSessionEvent> { .missed($0) }
        private let observer: @Sendable (CaptureSessionEvent) -> Void
        private let register = Lock(Register())

        private struct Register {
            var active: Set<ObjectIdentifier> = []
            var interrupted: Set<ObjectIdentifier> = []
        }

        init(_ observer: @escaping @Sendable (CaptureSessionEvent) -> Void) { self.observer = observer }

        func post(_ event: CaptureSessionEvent) {
            observer(event)
            hub.post(event)
        }

        var isInterrupted: Bool { register.withLock { !$0.interrupted.isEmpty } }

        func begin(_ input: CaptureDeviceInput) {
            register.withLock { _ = $0.active.insert(ObjectIdentifier(input)) }
        }

        func received(_ notice: CaptureInputNotice, of input: CaptureDeviceInput) {
            let id = ObjectIdentifier(input)
            // An input that was taken out has nothing more to say.
            let isActive = register.withLock { register in
                guard register.active.contains(id) else { return false }
                if case .lost = notice { register.interrupted.insert(id) } else { register.interrupted.remove(id) }
                return true
            }
            guard isActive else { return }
            switch notice {
            case .lost(let error): post(.interrupted(input, error))
            case .resumed: post(.interruptionEnded(input))
            case .ended: post(.ended(input))
            }
        }

        func forget(_ input: CaptureDeviceInput) {
            register.withLock { register in
                register.active.remove(ObjectIdentifier(input))
                register.interrupted.remove(ObjectIdentifier(input))
            }
        }

        deinit { hub.finish() }
    }

    /// The time zero of sources that make their own time.
    package let epoch: HostTime
    private let runner: any StageRunner
    private let log: Log
    private let ledgers: Ledgers
    private let listening: Listening
    private let state = Lock<State?>(nil)

    /// A session without inputs and outputs.
    ///
    /// - Parameter log: where it tells what nobody else is told; by default nowhere.
    public convenience init(log: Log = .silent) { self.init(runner: ThreadRunner(), log: log) }

    /// A session on a runner of your own, whose time zero is `epoch`, by default now.
    ///
    /// - Parameters:
    ///   - ledgers: where what sources lose is counted.
    ///   - observer: is told every event at once, on the thread where it happens.
    package init(
        runner: any StageRunner, epoch: HostTime? = nil, log: Log = .silent, ledgers: Ledgers = Ledgers(),
        observer: @escaping @Sendable (CaptureSessionEvent) -> Void = { _ in }
    ) {
        self.runner = runner
        listening = Listening(observer)
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
        for input in state.running.values { input.requestStop() }
        for connection in state.plan.connections { connection.setActive(false) }
        for output in state.plan.outputs { output.port.release() }
        for input in state.plan.inputs { input.release() }
        if state.isRunning {
            log.warning("a capture session was let go while it ran, and has been stopped")
        }
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
    public var isInterrupted: Bool { listening.isInterrupted }
    /// What happens, from now on, in order.
    public func events() -> AsyncStream<CaptureSessionEvent> { listening.hub.events() }

    /// Picture size of the camera in one word; default `high`. Change it with `setSessionPreset`.
    public var sessionPreset: Preset { plan.preset }

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

    /// Takes `input` out. Its device is let go soon after; `settled` waits for that.
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

    /// Makes several changes one: all of them at once or, with an error, none.
    ///
    /// - Throws: what `change` throws, or `CaptureError` of kind `unsupported` where somebody else has meanwhile made
    ///   one of the changes impossible.
    public func configure(
        _ change: (inout CaptureSessionConfiguration) throws(CaptureError) -> Void
    ) throws(CaptureError) {
        var configuration = CaptureSessionConfiguration(plan)
        try change(&configuration)
        let steps = configuration.steps
        try state.withLock { state throws(CaptureError) in
            guard var changed = state else { return }
            var plan = changed.plan
            for step in steps { try step.apply(to: &plan) }
            try commit(plan, to: &changed)
            state = changed
        }
    }

    /// Called under the lock; starts and stops what differs.
    private func commit(_ plan: CaptureSessionPlan, to state: inout State) throws(CaptureError) {
        let before = state.plan
        try claim(plan, before)
        state.plan = plan
        for input in before.inputs where !plan.inputs.contains(where: { $0 === input }) {
            stop(input, &state)
            input.release()
        }
        for output in before.outputs where !plan.outputs.contains(where: { $0 === output }) { output.port.release() }
        for output in plan.outputs { output.port.set(plan.connections.filter { $0.output === output }) }
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
        let hasStarted = state.withLock { state in
            guard var changed = state, !changed.isRunning else { return false }
            changed.isRunning = true
            for connection in changed.plan.connections { connection.setActive(true) }
            for input in changed.plan.inputs { start(input, &changed) }
            state = changed
            return true
        }
        if hasStarted { listening.post(.started) }
    }

    /// Stops, and returns once every device has been let go; without effect where nothing runs.
    public func stopRunning() async {
        requestStop()
        await settled()
    }

    /// Stops without waiting. Returns the stages that are on their way out.
    @discardableResult
    package func requestStop() -> [EndingInput] {
        let (wasRunning, ending) = state.withLock { state in
            guard var changed = state, changed.isRunning else { return (false, state?.ending ?? []) }
            changed.isRunning = false
            for connection in changed.plan.connections { connection.setActive(false) }
            for input in changed.plan.inputs { stop(input, &changed) }
            state = changed
            return (true, changed.ending)
        }
        if wasRunning { listening.post(.stopped) }
        return ending
    }

    /// Waits until devices that were taken out or stopped have been let go.
    public func settled() async {
        let ending = state.withLock { $0?.ending ?? [] }
        for stage in ending.map(\.stage) where !stage.isFinished {
            await withCheckedContinuation { continuation in stage.whenFinished { continuation.resume() } }
        }
        state.withLock { $0?.ending.removeAll { $0.stage.isFinished } }
    }

    private func start(_ input: CaptureDeviceInput, _ state: inout State) {
        let id = ObjectIdentifier(input)
        guard state.running[id] == nil else { return }
        let listening = listening
        listening.begin(input)
        state.running[id] = RunningInput(
            input, connections: state.plan.connections.filter { $0.input === input }, runner: runner, epoch: epoch,
            ledger: input.mediaType == .video ? ledgers.pictures : ledgers.sound
        ) { [weak input] notice in
            if let input { listening.received(notice, of: input) }
        }
    }

    private func stop(_ input: CaptureDeviceInput, _ state: inout State) {
        guard let running = state.running.removeValue(forKey: ObjectIdentifier(input)) else { return }
        running.requestStop()
        running.connect([])
        listening.forget(input)
        state.ending =
            state.ending.filter { !$0.stage.isFinished }
            + [EndingInput(mediaType: input.mediaType, stage: running.handle)]
    }
}
