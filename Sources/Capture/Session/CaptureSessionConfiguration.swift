/// What `CaptureSession.configure` lets its closure change.
public struct CaptureSessionConfiguration {
    /// The session as it would be.
    private(set) var plan: CaptureSessionPlan
    /// What was done to it, to do it again where the session has changed meanwhile.
    private(set) var steps: [Step] = []

    enum Step {
        case addInput(CaptureDeviceInput)
        case removeInput(CaptureDeviceInput)
        /// Goes on running, and nobody gets what it gives.
        case setAsideInput(CaptureDeviceInput)
        case addOutput(any CaptureOutput)
        case removeOutput(any CaptureOutput)
        case setPreset(CaptureSession.Preset)

        func apply(to plan: inout CaptureSessionPlan) throws(CaptureError) {
            switch self {
            case .addInput(let input): try plan.add(input)
            case .removeInput(let input), .setAsideInput(let input): plan.remove(input)
            case .addOutput(let output): try plan.add(output)
            case .removeOutput(let output): plan.remove(output)
            case .setPreset(let preset): try plan.set(preset)
            }
        }

        var inputSetAside: CaptureDeviceInput? { if case .setAsideInput(let input) = self { input } else { nil } }
    }

    init(_ plan: CaptureSessionPlan) { self.plan = plan }

    /// The inputs the session would have.
    public var inputs: [CaptureDeviceInput] { plan.inputs }
    /// The outputs the session would have.
    public var outputs: [any CaptureOutput] { plan.outputs }
    /// The preset the session would have; change it with `setPreset`. `inputPriority` while the camera's device has an
    /// `activeFormat`.
    public var sessionPreset: CaptureSession.Preset { plan.effectivePreset }

    /// Whether `addInput` would take `input`.
    public func canAddInput(_ input: CaptureDeviceInput?) -> Bool { plan.refusal(of: input) == nil }
    /// Whether `addOutput` would take `output`.
    public func canAddOutput(_ output: (any CaptureOutput)?) -> Bool { plan.refusal(of: output) == nil }

    /// Adds `input`, and connects it to every output that takes what it gives.
    ///
    /// - Throws: `CaptureError` of kind `unsupported` that says why not.
    public mutating func addInput(_ input: CaptureDeviceInput?) throws(CaptureError) {
        try plan.add(input)
        if let input { steps.append(.addInput(input)) }
    }

    /// Takes `input` out; without effect where it is not in the session.
    public mutating func removeInput(_ input: CaptureDeviceInput) {
        plan.remove(input)
        steps.append(.removeInput(input))
    }

    /// Takes `input` out, but in a session that runs lets it go on with its samples going nowhere, as one that was
    /// prepared.
    package mutating func setAsideInput(_ input: CaptureDeviceInput) {
        plan.remove(input)
        steps.append(.setAsideInput(input))
    }

    /// Adds `output`, and connects every input to it that gives what it takes.
    ///
    /// - Throws: `CaptureError` of kind `unsupported` that says why not.
    public mutating func addOutput(_ output: (any CaptureOutput)?) throws(CaptureError) {
        try plan.add(output)
        if let output { steps.append(.addOutput(output)) }
    }

    /// Takes `output` out; without effect where it is not in the session.
    public mutating func removeOutput(_ output: any CaptureOutput) {
        plan.remove(output)
        steps.append(.removeOutput(output))
    }

    /// Sets the preset.
    ///
    /// - Throws: `CaptureError` of kind `unsupported` where the camera has no such pictures.
    public mutating func setPreset(_ preset: CaptureSession.Preset) throws(CaptureError) {
        try plan.set(preset)
        steps.append(.setPreset(preset))
    }
}
