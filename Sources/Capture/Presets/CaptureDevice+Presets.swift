import OnAirMedia

extension CaptureDevice {
    /// The names of this camera's presets, sorted.
    ///
    /// - Throws: `CaptureError` of kind `denied` or `unusable` where they cannot be read.
    public func presets() throws(CaptureError) -> [String] { try store.presets(of: uniqueID) }

    /// Reads a preset without setting anything.
    ///
    /// - Throws: `CaptureError` of kind `missing` where there is none of that name, `denied`, or `unusable` where it cannot
    ///   be understood.
    public func preset(named name: String) throws(CaptureError) -> CameraPreset {
        try store.preset(named: name, of: uniqueID)
    }

    /// Keeps how the camera is set now, in place of a preset of that name: what counts now and can be set again. Values
    /// that an automatic mode sets are left to that mode.
    ///
    /// - Parameter changes: set in the preset only, not on the camera; checked as `setControls` checks.
    /// - Throws: `CaptureError` where the camera cannot be asked, the changes are refused, or nothing can be written; then
    ///   a preset of that name is still what it was.
    public func savePreset(named name: String, with changes: [CaptureControlChange] = []) async throws(CaptureError) {
        let preset = try await withTurn { driver throws(CaptureError) in
            try Self.preset(of: driver, with: changes)
        }
        try store.save(preset, named: name, of: uniqueID, deviceName: localizedName)
    }

    /// Sets the camera as a preset says: all of it or, where the camera cannot take a value, nothing. A control that the
    /// camera does not have any more is left out and told.
    ///
    /// - Throws: what `setControls` throws, or `CaptureError` of kind `missing` where there is no such preset and
    ///   `unusable` where it cannot be understood.
    @discardableResult
    public func loadPreset(named name: String) async throws(CaptureError) -> CameraPresetOutcome {
        let preset = try store.preset(named: name, of: uniqueID)
        let outcome = try await withTurn { driver throws(CaptureError) in try Self.load(preset, on: driver) }
        touched(outcome.controls.map { CaptureControlChange($0.name, $0.wanted) })
        return outcome
    }

    /// Deletes a preset.
    ///
    /// - Throws: `CaptureError` of kind `missing` where there is none of that name, `denied` or `unusable`.
    public func deletePreset(named name: String) throws(CaptureError) {
        try store.deletePreset(named: name, of: uniqueID)
    }

    /// Says which way the camera looks, whatever it says itself; nil leaves it to the camera again. Kept for the user.
    ///
    /// - Throws: `CaptureError` of kind `denied` or `unusable` where it cannot be written; `unsupported` for a
    ///   microphone.
    public func setPosition(_ position: Position?) throws(CaptureError) {
        guard mediaType == .video else {
            throw CaptureError(.unsupported, "\(localizedName) is a microphone and looks nowhere.")
        }
        try store.setPosition(position, of: uniqueID, deviceName: localizedName)
    }

    /// Everything that can be set now, in one list.
    static func everything(on driver: any CameraDriver) -> [CaptureControl] {
        let controls = driver.controls
        return controls + namedControls(of: driver, beside: controls)
    }

    private static func preset(
        of driver: any CameraDriver, with changes: [CaptureControlChange]
    ) throws(CaptureError) -> CameraPreset {
        let all = everything(on: driver)
        var controls = driver.controls
        let named = all.filter { control in !controls.contains { $0.name == control.name } }
        let families = Set(
            named.filter { control in changes.contains { $0.name == control.name } }.compactMap(family(ofNamed:)))
        // A preset speaks of one thing in one language: the driver's words would undo what is set by the others.
        controls.removeAll { CameraControlFamily(driverControl: $0.name).map(families.contains) ?? false }
        controls += named.filter { family(ofNamed: $0).map(families.contains) ?? false }
        let steps = try CaptureControlPlan(changes, among: all, of: driver.localizedName).steps
        for step in steps {
            guard let index = controls.firstIndex(where: { $0.name == step.name }) else { continue }
            controls[index].value = step.value
            controls[index].flags.subtract([.inactive, .volatile])
        }
        // What a mode that is set here would set by itself does not belong in the preset.
        controls = controls.filter { control in
            steps.contains { $0.name == control.name }
                || CaptureControlDependency.of(control.name, among: controls).allSatisfy { dependency, controlling in
                    dependency.reason(controlling, is: controlling.value) == nil
                }
        }
        return CameraPreset(of: controls)
    }

    private static func family(ofNamed control: CaptureControl) -> CameraControlFamily? {
        CameraControl(rawValue: control.name).flatMap(CameraControlFamily.init)
    }

    static func load(
        _ preset: CameraPreset, on driver: any CameraDriver
    ) throws(CaptureError) -> CameraPresetOutcome {
        let controls = everything(on: driver)
        var changes: [CaptureControlChange] = []
        var missing: [String] = []
        for entry in preset.entries {
            guard let control = controls.first(where: { $0.name == entry.name }) else {
                missing.append(entry.name)
                continue
            }
            changes.append(try control.change(to: entry.value, of: driver.localizedName))
        }
        return CameraPresetOutcome(
            controls: changes.isEmpty ? [] : try set(changes, on: driver), missing: missing)
    }
}

extension CaptureControl {
    /// What setting the control to what `text` means is.
    ///
    /// - Throws: `CaptureError` of kind `refused` where it means nothing for this kind of control.
    public func change(to text: String, of deviceName: String) throws(CaptureError) -> CaptureControlChange {
        guard let value = value(from: text) else {
            throw CaptureError(
                .refused, "\(deviceName) cannot set \(name) to “\(text)”.", advice: "Use \(allowed).",
                controlName: name)
        }
        return CaptureControlChange(name, value)
    }
}
