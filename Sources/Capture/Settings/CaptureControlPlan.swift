import OnAirMedia

/// What is to be set on a device, checked as a whole and put in order. A pure decision.
struct CaptureControlPlan: Sendable {
    /// What to set, the controls that others depend on first.
    let steps: [CaptureControlChange]

    /// - Parameters:
    ///   - changes: what is wanted; each control at most once.
    ///   - controls: what the device has.
    ///   - deviceName: for people.
    ///   - opened: names of controls that other means make active with the same call.
    /// - Throws: `CaptureError` of kind `refused` that names the control, the value and what it may be.
    init(
        _ changes: [CaptureControlChange], among controls: [CaptureControl], of deviceName: String,
        opened: Set<String> = []
    ) throws(CaptureError) {
        var wanted: [String: CaptureControl.Value] = [:]
        var steps: [CaptureControlChange] = []
        for change in changes {
            guard let control = controls.first(where: { $0.name == change.name }) else {
                throw Self.unknown(change.name, among: controls, of: deviceName)
            }
            guard wanted[change.name] == nil else {
                throw CaptureError(
                    .refused, "\(change.name) of \(deviceName) is set twice.", advice: "Set it once.",
                    controlName: change.name)
            }
            let value = try Self.checked(change.value, for: control, of: deviceName)
            wanted[change.name] = value
            steps.append(CaptureControlChange(change.name, value))
        }
        for step in steps where !opened.contains(step.name) {
            try Self.checkActive(step.name, among: controls, with: wanted, of: deviceName)
        }
        self.steps =
            steps.filter { CaptureControlDependency.isSwitch($0.name) }
            + steps.filter { !CaptureControlDependency.isSwitch($0.name) }
    }

    /// What to throw for a control that is not there, with the one that was probably meant.
    static func unknown(
        _ name: String, among controls: [CaptureControl], of deviceName: String
    ) -> CaptureError {
        let advice =
            controls.isEmpty
            ? "It has no controls."
            : Spelling.nearest(to: name, among: controls.map(\.name)).map { "Did you mean \($0)?" }
                ?? "It has \(controls.map(\.name).joined(separator: ", "))."
        return CaptureError(
            .refused, "\(deviceName) has no control \(name).", advice: advice, controlName: name)
    }

    /// `value` in the control's own kind.
    private static func checked(
        _ value: CaptureControl.Value, for control: CaptureControl, of deviceName: String
    ) throws(CaptureError) -> CaptureControl.Value {
        guard !control.flags.contains(.readOnly) else {
            throw CaptureError(
                .refused, "\(control.name) of \(deviceName) can only be read.", controlName: control.name)
        }
        guard !control.flags.contains(.grabbed) else {
            throw CaptureError(
                .refused,
                "\(control.name) of \(deviceName) cannot be set now: pictures flow, or another program has it.",
                advice: "Stop what uses the camera first.", controlName: control.name)
        }
        guard let value = control.admitted(value) else {
            throw CaptureError(
                .refused, "\(deviceName) cannot set \(control.name) to \(control.words(value)).",
                advice: "Use \(control.allowed).", controlName: control.name)
        }
        return value
    }

    private static func checkActive(
        _ name: String, among controls: [CaptureControl], with wanted: [String: CaptureControl.Value],
        of deviceName: String
    ) throws(CaptureError) {
        guard let control = controls.first(where: { $0.name == name }) else { return }
        let isInactive = control.flags.contains(.inactive)
        let switches = CaptureControlDependency.of(name, among: controls)
        for (dependency, controlling) in switches {
            let value = wanted[controlling.name]
            // A driver that counts the control as active knows better than the table.
            guard isInactive || value != nil else { continue }
            if let reason = dependency.reason(controlling, is: value ?? controlling.value) {
                throw CaptureError(
                    .refused, "\(name) of \(deviceName) counts for nothing while \(reason).",
                    advice: "Set both at once.", controlName: name)
            }
        }
        if isInactive, !switches.contains(where: { wanted[$0.switch.name] != nil }) {
            throw CaptureError(
                .refused, "\(name) of \(deviceName) counts for nothing now, because of how another control is set.",
                advice: "Turn off the automatic mode that sets it.", controlName: name)
        }
    }
}

extension CaptureControl {
    /// `value` as the control takes it; nil where it cannot be set to it.
    func admitted(_ value: Value) -> Value? {
        switch kind {
        case .integer, .bitmask:
            guard case .integer(let number)? = Self.whole(value), isOnScale(Double(number)) else { return nil }
            // The greatest value of a bitmask has every bit that there is.
            if kind == .bitmask, let range, let mask = Int64(exactly: range.upperBound), number & ~mask != 0 {
                return nil
            }
            return .integer(number)
        case .decimal:
            guard let number = value.number, number.isFinite, isOnScale(number) else { return nil }
            return .decimal(number)
        case .boolean:
            guard case .integer(let number)? = Self.whole(value), number == 0 || number == 1 else { return nil }
            return .integer(number)
        case .menu:
            if menu.contains(where: { $0.value == value }) { return value }
            guard case .text(let text) = value else { return nil }
            let name = CaptureControlName.normalized(text)
            return menu.first { CaptureControlName.normalized($0.name) == name }?.value
        case .text:
            guard case .text(let text) = value, !text.utf8.contains(0) else { return nil }
            let length = Double(text.utf8.count)
            return (range?.contains(length) ?? true) && isOnScale(length) ? value : nil
        case .button: return .integer(1)
        case .point:
            guard case .text(let text) = value, let point = Self.point(text) else { return nil }
            guard let point else { return value }
            return (0...1).contains(point.x) && (0...1).contains(point.y) ? value : nil
        }
    }

    private static func whole(_ value: Value) -> Value? {
        switch value {
        case .integer: value
        case .decimal(let number): Int64(exactly: number).map(Value.integer)
        case .text: nil
        }
    }

    private func isOnScale(_ value: Double) -> Bool {
        guard let range else { return true }
        guard range.contains(value) else { return false }
        guard let step, step > 0, kind != .bitmask else { return true }
        let steps = (value - range.lowerBound) / step
        return abs(steps - steps.rounded()) < 1e-6
    }
}
