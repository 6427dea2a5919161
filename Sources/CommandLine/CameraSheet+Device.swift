import OnAir
import OnAirTerminal

extension CameraSheet {
    /// What there is to show of `device`. Asks it: may take a moment.
    init(_ device: CaptureDevice) {
        self.init(id: device.uniqueID, name: device.localizedName, position: device.position.rawValue)
        do throws(CaptureError) {
            isPositionSet = try CameraStore.user.position(of: device.uniqueID) != nil
            presets = try device.presets()
        } catch {
            problem = DeviceList.Problem(error)
        }
        if case .denied(let error) = device.authorization { problem = DeviceList.Problem(error) }
        let controls = device.controls
        self.controls = controls.map(Control.init)
        settings = device.namedControls.map(Control.init)
    }
}

extension CameraSheet.Control {
    init(_ control: CaptureControl) {
        self.init(name: control.name, label: control.localizedName, kind: control.kind.rawValue)
        value = control.value.map(CameraSheet.Value.init)
        (range, step, unit) = (control.range, control.step, control.unit)
        standard = control.defaultValue.map(CameraSheet.Value.init)
        menu = control.menu.map { CameraSheet.Choice(CameraSheet.Value($0.value), name: $0.name) }
        inactiveReason = control.inactiveReason
        let names: [(CaptureControl.Flags, String)] = [
            (.inactive, "inactive"), (.readOnly, "read-only"), (.writeOnly, "write-only"), (.volatile, "volatile"),
            (.grabbed, "grabbed"), (.temporary, "temporary"),
        ]
        flags = names.filter { control.flags.contains($0.0) }.map(\.1)
    }
}

extension CameraSheet.Value {
    init(_ value: CaptureControl.Value) {
        switch value {
        case .integer(let number): self = .integer(number)
        case .decimal(let number): self = .decimal(number)
        case .text(let text): self = .text(text)
        }
    }
}

extension CameraOutcome.Control {
    init(_ outcome: CaptureControlOutcome) {
        self.init(
            name: outcome.name, wanted: CameraSheet.Value(outcome.wanted),
            actual: outcome.actual.map(CameraSheet.Value.init), problem: outcome.error.map(DeviceList.Problem.init))
    }
}
