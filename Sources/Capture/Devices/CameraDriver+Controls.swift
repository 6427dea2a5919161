import OnAirMedia

extension CameraDriver {
    /// The named settings as a list.
    public var controls: [CaptureControl] { CaptureControl.list(of: capabilities, settings) }

    /// Sets controls of the list that is made of the named settings.
    public func setControls(_ changes: [CaptureControlChange]) throws(CaptureError) -> [CaptureControlOutcome] {
        try setNamedSettings(changes)
    }

    /// Sets the named settings that `changes` name: all of them or, with an error, none.
    func setNamedSettings(_ changes: [CaptureControlChange]) throws(CaptureError) -> [CaptureControlOutcome] {
        let (can, before) = (capabilities, settings)
        let list = CaptureControl.list(of: can, before)
        let steps = try CaptureControlPlan(changes, among: list, of: localizedName).steps
        var wanted = before
        var touched: Set<CameraControl> = []
        for step in steps {
            guard let control = CameraControl(rawValue: step.name), wanted.take(step.value, for: control) else {
                throw CaptureControlPlan.unknown(step.name, among: list, of: localizedName)
            }
            touched.insert(control)
        }
        try wanted.check(against: can, from: before, of: localizedName)
        try wanted.checkModes(of: touched, against: can, from: before, of: localizedName)
        try applyWhole(CameraSettings.ordered(touched), of: wanted)
        let after = CaptureControl.list(of: can, settings)
        return steps.map { step in
            let actual = after.first { $0.name == step.name }
            // A one-shot mode may have done its work already.
            let moves = actual?.kind == .menu || actual?.flags.contains(.volatile) == true
            let distance = CameraControl(rawValue: step.name).flatMap { can.steps[$0] } ?? 0
            return CaptureControlOutcome(
                step.name, wanted: step.value, actual: moves ? nil : actual?.value, step: distance)
        }
    }

    /// Writes `controls` as `settings` have them: all of them or, with an error, none, as far as the device lets itself
    /// be set back.
    func applyWhole(_ controls: [CameraControl], of settings: CameraSettings) throws(CaptureError) {
        guard !controls.isEmpty else { return }
        let before = self.settings
        do throws(CaptureError) {
            try apply(controls, of: settings)
        } catch {
            let changed = Set(self.settings.changes(from: before)).intersection(controls)
            // What went wrong first is what counts.
            if !changed.isEmpty { try? apply(CameraSettings.ordered(changed), of: before) }
            throw error
        }
    }
}
