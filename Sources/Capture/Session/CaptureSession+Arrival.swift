import OnAirMedia

extension CaptureSession {
    /// Lets a camera run before it is added, beside the session's own, with its pictures going nowhere. Adding it while
    /// the old one is removed, in one `configure`, then shows its pictures from the next one on. In a session that does
    /// not run it counts as arrived at once.
    ///
    /// Whoever prepares an input adds it, or dismisses it; until then the session keeps it. A stop dismisses it too.
    ///
    /// - Parameter isKept: it may be a long time until it is added: once its pictures come, they are not wanted.
    /// - Throws: `CaptureError` of kind `unsupported` where the input is in a session already.
    package func prepare(
        _ input: CaptureDeviceInput, isKept: Bool = false
    ) throws(CaptureError) -> CaptureArrival {
        let arrival = CaptureArrival()
        let id = ObjectIdentifier(input)
        try state.withLock { state throws(CaptureError) in
            guard var changed = state, changed.isRunning else { return arrival.decide(.arrived) }
            guard changed.running[id] == nil, input.owner == nil, input.claim(changed.plan.session) else {
                throw CaptureError(
                    .unsupported, "The input of \(input.device.localizedName) is in a session already.",
                    advice: "Make an input of its own.")
            }
            input.set(changed.plan.preset)
            changed.running[id] = run(input, connections: [], arrival, isKept ? .warm : .arriving)
            changed.arriving[id] = Arriving(input: input, arrival: arrival)
            state = changed
        }
        return arrival
    }

    /// Lets a prepared input go; without effect on one that was added.
    package func dismiss(_ input: CaptureDeviceInput) {
        state.withLock { state in
            guard var changed = state, changed.arriving[ObjectIdentifier(input)] != nil else { return }
            dismiss(input, &changed)
            state = changed
        }
    }

    /// How a prepared input is doing; nil for one that is not, or has been added.
    package func arrival(of input: CaptureDeviceInput) -> CaptureArrival? {
        state.withLock { $0?.arriving[ObjectIdentifier(input)]?.arrival }
    }

    /// Lets an input that is taken out go on with nobody getting what it gives; false where it does not run. Called under
    /// the lock.
    func setAside(_ input: CaptureDeviceInput, _ state: inout State) -> Bool {
        let id = ObjectIdentifier(input)
        guard state.isRunning, let running = state.running[id] else { return false }
        happenings.forget(input)
        running.connect([])
        if running.arrival.problem == nil { running.arrival.decide(.arrived) }
        state.arriving[id] = Arriving(input: input, arrival: running.arrival)
        return true
    }

    /// Called under the lock.
    func dismiss(_ input: CaptureDeviceInput, _ state: inout State) {
        state.arriving[ObjectIdentifier(input)] = nil
        stop(input, &state)
        input.release()
    }
}
