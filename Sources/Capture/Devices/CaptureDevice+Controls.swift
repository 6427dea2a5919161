import OnAirMedia

extension CaptureDevice {
    /// Every control the driver has, with how it is set now; empty for a microphone. Blocks while the device answers.
    public var controls: [CaptureControl] {
        if case .camera(let driver) = driver { driver.controls } else { [] }
    }

    /// The settings of `CameraSettings` as controls, but for those whose name `controls` has. They may be given to
    /// `setControls` as well. Blocks while the device answers.
    public var namedControls: [CaptureControl] {
        guard case .camera(let driver) = driver else { return [] }
        return Self.namedControls(of: driver, beside: driver.controls)
    }

    /// Sets controls by name, both those of `controls` and of `namedControls`: all of them or, where one cannot be set,
    /// none. They are checked as a whole first, and set in an order in which they count: automatic modes before the
    /// values they would set.
    ///
    /// Takes turns with `configure`. Waits while the device answers, without holding up anybody else.
    ///
    /// - Returns: what each control is now, as the device says it: a driver may do otherwise than it was told.
    /// - Throws: `CaptureError` of kind `refused` naming the control, the value and what it may be (unknown, of another
    ///   kind, out of range, between two steps, not in the menu, only to be read, without effect as things are); then
    ///   nothing has been changed. `missing`, `lost` or `denied` where the device is gone or may not be opened.
    @discardableResult
    public func setControls(_ changes: [CaptureControlChange]) async throws(CaptureError) -> [CaptureControlOutcome] {
        let outcomes = try await withTurn { driver throws(CaptureError) in try Self.set(changes, on: driver) }
        touched(changes)
        return outcomes
    }

    /// Sets every control to its default, automatic modes first; what then is set automatically is left to that, and so
    /// is what has no default. One that cannot be set does not keep the others from it.
    ///
    /// Takes turns with `configure`.
    ///
    /// - Returns: what was set.
    /// - Throws: `CaptureError` of kind `missing`, `lost` or `denied` where the device is gone or may not be opened.
    @discardableResult
    public func resetControls() async throws(CaptureError) -> [CaptureControlOutcome] {
        forgetTouched()
        return try await withTurn { driver throws(CaptureError) in try Self.reset(driver) }
    }

    /// Runs `body` with the camera's driver, one caller at a time, where it may wait.
    func withTurn<Value: Sendable>(
        _ body: @escaping @Sendable (any CameraDriver) throws(CaptureError) -> Value
    ) async throws(CaptureError) -> Value {
        guard case .camera(let driver) = driver else {
            throw CaptureError(.unsupported, "\(localizedName) is a microphone and has no controls.")
        }
        await gate.enter()
        defer { gate.leave() }
        guard isConnected else { throw driver.absence }
        if case .denied(let error) = authorization { throw error }
        return try await DeviceWork.run { () throws(CaptureError) in try body(driver) }
    }

    static func namedControls(
        of driver: any CameraDriver, beside controls: [CaptureControl]
    ) -> [CaptureControl] {
        CaptureControl.list(of: driver.capabilities, driver.settings).filter { named in
            !controls.contains { $0.name == named.name }
        }
    }

    static func set(
        _ changes: [CaptureControlChange], on driver: any CameraDriver
    ) throws(CaptureError) -> [CaptureControlOutcome] {
        let controls = driver.controls
        let named = namedControls(of: driver, beside: controls)
        let namedChanges = changes.filter { change in named.contains { $0.name == change.name } }
        let others = changes.filter { change in !named.contains { $0.name == change.name } }
        guard !namedChanges.isEmpty else {
            if let unknown = others.first(where: { change in !controls.contains { $0.name == change.name } }) {
                throw CaptureControlPlan.unknown(unknown.name, among: controls + named, of: driver.localizedName)
            }
            return try driver.setControls(others)
        }
        // All is checked before anything is set. What a mode among the named ones makes active is known afterwards.
        _ = try CaptureControlPlan(namedChanges, among: named, of: driver.localizedName)
        _ = try CaptureControlPlan(
            others, among: controls, of: driver.localizedName, opened: Set(others.map(\.name)))
        let before = driver.settings
        let first = try driver.setNamedSettings(namedChanges)
        do throws(CaptureError) {
            return try first + (others.isEmpty ? [] : driver.setControls(others))
        } catch {
            let touched = Set(namedChanges.compactMap { CameraControl(rawValue: $0.name) })
            let changed = Set(driver.settings.changes(from: before)).intersection(touched)
            if !changed.isEmpty { try? driver.apply(CameraSettings.ordered(changed), of: before) }
            throw error
        }
    }

    private static func reset(_ driver: any CameraDriver) throws(CaptureError) -> [CaptureControlOutcome] {
        var outcomes: [CaptureControlOutcome] = []
        // Switches decide what else counts: the list is asked for again after them.
        for switches in [true, false] {
            for control in driver.controls where CaptureControlDependency.isSwitch(control.name) == switches {
                guard let wanted = control.defaultValue, control.isSettable, control.value != wanted else { continue }
                do throws(CaptureError) {
                    outcomes += try driver.setControls([CaptureControlChange(control.name, wanted)])
                } catch {
                    guard error.kind == .refused else { throw error }
                    outcomes.append(
                        CaptureControlOutcome(control.name, wanted: wanted, actual: control.value, error: error))
                }
            }
        }
        return outcomes
    }
}

extension CaptureControl {
    /// Whether setting it makes sense now, and keeps a value.
    var isSettable: Bool { kind != .button && flags.isDisjoint(with: [.inactive, .readOnly, .grabbed]) }
}
