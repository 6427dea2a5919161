import OnAirV4L2

/// What a device told of its controls at one moment: the ground on which portable settings are decided.
package struct V4L2CameraSnapshot: Sendable {
    /// By number.
    package private(set) var controls: [UInt32: V4L2Control] = [:]
    /// What could be read.
    package var values: [UInt32: V4L2ControlValue] = [:]

    package init(_ controls: [V4L2Control], values: [UInt32: V4L2ControlValue] = [:]) {
        for control in controls { self.controls[control.id] = control }
        self.values = values
    }

    /// In the driver's order.
    var ordered: [V4L2Control] { controls.values.sorted { $0.id < $1.id } }

    subscript(id: UInt32) -> V4L2Control? { controls[id] }

    /// The control, if it can be set.
    func settable(_ id: UInt32) -> V4L2Control? {
        guard let control = controls[id], !control.flags.contains(.readOnly) else { return nil }
        return control
    }

    /// The control, if it can be set and has more than one value.
    func adjustable(_ id: UInt32) -> V4L2Control? {
        guard let control = settable(id), control.maximum > control.minimum else { return nil }
        return control
    }

    func number(_ id: UInt32) -> Int64? { if case .number(let value)? = values[id] { value } else { nil } }

    /// Whether the menu of control `id` has `choice`.
    func has(_ choice: Int64, in id: UInt32) -> Bool { settable(id)?.menu.contains { $0.index == choice } ?? false }
}

extension V4L2Control {
    /// The value the control can have that is nearest to `number`.
    func nearest(to number: Double) -> Int64 {
        let number = min(max(number, Double(minimum)), Double(maximum))
        let step = Double(max(1, self.step))
        let value = Double(minimum) + ((number - Double(minimum)) / step).rounded() * step
        return value > Double(maximum) ? Int64(value - step) : Int64(value)
    }

    /// Where `value` lies between the least and the greatest, 0…1.
    func fraction(of value: Int64) -> Double {
        guard maximum > minimum else { return 0 }
        return min(max(Double(value - minimum) / Double(maximum - minimum), 0), 1)
    }
}
