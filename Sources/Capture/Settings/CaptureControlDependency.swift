/// That a control counts only while another one is set in a certain way. What drivers do not tell: they only say that
/// a control is inactive.
struct CaptureControlDependency: Sendable {
    /// The control that depends, by every name drivers give it.
    let names: [String]
    /// What it depends on, by every name.
    let switches: [String]
    /// The values of the switch with which it counts, the usual one first.
    let values: [CaptureControl.Value]

    private init(_ names: [String], _ switches: [String], _ values: [CaptureControl.Value]) {
        (self.names, self.switches, self.values) = (names, switches, values)
    }

    private static let off = [CaptureControl.Value.integer(0)]

    /// V4L2_CID_EXPOSURE_AUTO: 0 automatic, 1 manual, 2 shutter priority (the time is set), 3 aperture priority.
    private static let exposureSwitches = ["auto_exposure", "exposure_auto"]

    /// V4L2's control reference (user and camera classes) says which control turns off which; and `CameraSettings`.
    static let all = [
        CaptureControlDependency(
            ["focus_absolute", "focus_relative"], ["focus_automatic_continuous", "focus_auto"], off),
        CaptureControlDependency(
            ["exposure_time_absolute", "exposure_absolute", "exposure"], exposureSwitches, [.integer(1), .integer(2)]),
        CaptureControlDependency(["iris_absolute", "iris_relative"], exposureSwitches, [.integer(1), .integer(3)]),
        CaptureControlDependency(
            ["auto_exposure_bias"], exposureSwitches, [.integer(0), .integer(3), .integer(2)]),
        CaptureControlDependency(["gain"], ["gain_automatic", "autogain"], off),
        CaptureControlDependency(["exposure"], ["gain_automatic", "autogain"], off),
        CaptureControlDependency(
            ["white_balance_temperature", "red_balance", "blue_balance", "do_white_balance"],
            ["white_balance_automatic", "white_balance_temperature_auto", "auto_white_balance"], off),
        CaptureControlDependency(["iso_sensitivity"], ["iso_sensitivity_auto"], off),
        CaptureControlDependency(["hue"], ["hue_automatic"], off),
        CaptureControlDependency(["brightness"], ["brightness_automatic"], off),
        CaptureControlDependency(["lensPosition"], ["focusMode"], [.text("locked")]),
        CaptureControlDependency(["exposureDuration", "gain"], ["exposureMode"], [.text("custom")]),
        CaptureControlDependency(["whiteBalanceTemperature"], ["whiteBalanceMode"], [.text("locked")]),
    ]

    /// What `name` depends on among `controls`, with the control that is the switch.
    static func of(
        _ name: String, among controls: [CaptureControl]
    ) -> [(dependency: CaptureControlDependency, switch: CaptureControl)] {
        all.filter { $0.names.contains(name) }.compactMap { dependency in
            controls.first { dependency.switches.contains($0.name) }.map { (dependency, $0) }
        }
    }

    /// Whether other controls depend on `name`: it is set before them.
    static func isSwitch(_ name: String) -> Bool { all.contains { $0.switches.contains(name) } }

    /// Why `name` does not count while its switch is `value`: nil where it does.
    func reason(_ control: CaptureControl, is value: CaptureControl.Value?) -> String? {
        guard let value, !values.contains(value) else { return nil }
        let possible = values.first { wanted in
            control.kind != .menu || control.menu.contains { $0.value == wanted }
        }
        let now = "\(control.name) is \(control.words(value))"
        return possible.map { "\(now): set it to \(control.words($0))" } ?? now
    }

    /// Fills in why controls are inactive, where that is known.
    static func explain(_ controls: [CaptureControl]) -> [CaptureControl] {
        controls.map { control in
            guard control.flags.contains(.inactive) else { return control }
            var control = control
            control.inactiveReason =
                of(control.name, among: controls).lazy.compactMap { dependency, controlling in
                    dependency.reason(controlling, is: controlling.value)
                }.first
            return control
        }
    }
}
