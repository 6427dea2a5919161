/// Which inputs and outputs a session has, and how they are connected. Decides what may be added; starts nothing.
struct CaptureSessionPlan {
    private(set) var inputs: [CaptureDeviceInput] = []
    private(set) var outputs: [any CaptureOutput] = []
    private(set) var connections: [CaptureConnection] = []
    var preset = CaptureSession.Preset.high
    /// Whose plan it is.
    let session: ObjectIdentifier

    init(session: ObjectIdentifier) { self.session = session }

    /// What the camera is opened by.
    var effectivePreset: CaptureSession.Preset {
        inputs.contains { $0.device.activeFormat != nil } ? .inputPriority : preset
    }

    /// Why `input` cannot be added; nil when it can.
    func refusal(of input: CaptureDeviceInput?) -> CaptureError? {
        guard let input else { return CaptureError(.unsupported, "There is no input to add.") }
        let name = input.device.localizedName
        if inputs.contains(where: { $0 === input }) {
            return CaptureError(.unsupported, "The input of \(name) is in this session already.")
        }
        if let owner = input.owner, owner != session {
            return CaptureError(
                .unsupported, "The input of \(name) belongs to another session.",
                advice: "Remove it there, or make an input of its own.")
        }
        if let other = inputs.first(where: { $0.mediaType == input.mediaType }) {
            return CaptureError(
                .unsupported,
                "The session has \(input.mediaType == .video ? "a camera" : "a microphone") already: "
                    + "\(other.device.localizedName).",
                advice: "Remove that one first.")
        }
        guard preset.isSupported(by: input.device) else {
            return CaptureError(
                .unsupported, "\(name) has no format for the preset \(preset.rawValue).",
                advice: "Choose another preset.")
        }
        return nil
    }

    /// Why `output` cannot be added; nil when it can.
    func refusal(of output: (any CaptureOutput)?) -> CaptureError? {
        guard let output else { return CaptureError(.unsupported, "There is no output to add.") }
        if outputs.contains(where: { $0 === output }) {
            return CaptureError(.unsupported, "The output is in this session already.")
        }
        if let owner = output.port.owner, owner != session {
            return CaptureError(
                .unsupported, "The output belongs to another session.", advice: "Remove it there first.")
        }
        return nil
    }

    /// Why `preset` cannot be set; nil when it can.
    func refusal(of preset: CaptureSession.Preset) -> CaptureError? {
        for input in inputs where input.mediaType == .video && !preset.isSupported(by: input.device) {
            return CaptureError(
                .unsupported, "\(input.device.localizedName) has no format for the preset \(preset.rawValue).",
                advice: "Choose another preset.")
        }
        return nil
    }

    mutating func add(_ input: CaptureDeviceInput?) throws(CaptureError) {
        if let refusal = refusal(of: input) { throw refusal }
        guard let input else { return }
        inputs.append(input)
        for output in outputs { connect(input, output) }
    }

    mutating func add(_ output: (any CaptureOutput)?) throws(CaptureError) {
        if let refusal = refusal(of: output) { throw refusal }
        guard let output else { return }
        outputs.append(output)
        for input in inputs { connect(input, output) }
    }

    mutating func remove(_ input: CaptureDeviceInput) {
        inputs.removeAll { $0 === input }
        connections.removeAll { $0.input === input }
    }

    mutating func remove(_ output: any CaptureOutput) {
        outputs.removeAll { $0 === output }
        connections.removeAll { $0.output === output }
    }

    mutating func set(_ preset: CaptureSession.Preset) throws(CaptureError) {
        if let refusal = refusal(of: preset) { throw refusal }
        self.preset = preset
    }

    private mutating func connect(_ input: CaptureDeviceInput, _ output: any CaptureOutput) {
        guard output.port.mediaType == input.mediaType else { return }
        connections.append(
            CaptureConnection(input.mediaType, from: input, to: output, output.port.inheritedSettings))
    }
}
