import OnAirV4L2

extension V4L2CameraSnapshot {
    /// The control of the list that digital zoom is: the camera has none, the program does it.
    static let digitalZoomName = "digital_zoom"

    /// The controls by the names that commands use.
    var names: [UInt32: String] {
        var names: [UInt32: String] = [:]
        var used: Set<String> = []
        for control in ordered {
            let plain = CaptureControlName.normalized(control.name)
            let base = plain.isEmpty ? "control_\(String(control.id, radix: 16))" : plain
            var name = base
            var count = 2
            while !used.insert(name).inserted {
                name = "\(base)_\(count)"
                count += 1
            }
            names[control.id] = name
        }
        return names
    }

    /// Everything the camera has, and digital zoom where it has no zoom.
    func list(_ memory: Memory) -> [CaptureControl] {
        let names = names
        var list = ordered.map { control in entry(control, names[control.id] ?? control.name) }
        if zoomControl == nil {
            var zoom = CaptureControl(name: Self.digitalZoomName, localizedName: "Digital Zoom", kind: .decimal)
            zoom.range = Self.digitalZoomFactors
            (zoom.defaultValue, zoom.value, zoom.flags) = (.decimal(1), .decimal(memory.digitalZoom), .temporary)
            list.append(zoom)
        }
        return CaptureControlDependency.explain(list)
    }

    private func entry(_ control: V4L2Control, _ name: String) -> CaptureControl {
        var entry = CaptureControl(name: name, localizedName: control.name, kind: Self.kind(control.kind))
        let range = Double(control.minimum)...Double(max(control.minimum, control.maximum))
        switch control.kind {
        case .integer, .integer64, .text, .bitmask:
            entry.range = range
            entry.step = control.kind == .bitmask || control.step == 0 ? nil : Double(control.step)
        case .menu, .integerMenu:
            entry.menu = control.menu.map { CaptureControl.MenuItem(.integer($0.index), name: $0.name) }
        case .boolean, .button: break
        }
        if control.kind != .text, control.kind != .button { entry.defaultValue = .integer(control.defaultValue) }
        switch values[control.id] {
        case .number(let number): entry.value = .integer(number)
        case .text(let text): entry.value = .text(text)
        case nil: entry.value = nil
        }
        entry.unit = Self.units[control.id]
        if control.flags.contains(.inactive) { entry.flags.insert(.inactive) }
        if control.flags.contains(.readOnly) { entry.flags.insert(.readOnly) }
        if control.flags.contains(.writeOnly) { entry.flags.insert(.writeOnly) }
        if control.flags.contains(.volatile) { entry.flags.insert(.volatile) }
        if control.flags.contains(.grabbed) { entry.flags.insert(.grabbed) }
        return entry
    }

    private static func kind(_ kind: V4L2Control.Kind) -> CaptureControl.Kind {
        switch kind {
        case .integer, .integer64: .integer
        case .boolean: .boolean
        case .menu, .integerMenu: .menu
        case .button: .button
        case .text: .text
        case .bitmask: .bitmask
        }
    }

    /// As the kernel's control reference states them.
    private static let units: [UInt32: String] = [
        V4L2ControlID.whiteBalanceTemperature: "K", V4L2ControlID.exposureTime: "100 µs",
        V4L2ControlID.panAbsolute: "arcsec", V4L2ControlID.tiltAbsolute: "arcsec",
        0x009a_0904: "arcsec", 0x009a_0905: "arcsec",
        V4L2ControlID.exposureBias: "0.001 EV", V4L2ControlID.sensorRotation: "°",
        V4L2ControlID.isoSensitivity: "0.001 ISO", 0x0098_0922: "°",
        0x009c_0906: "µs", 0x009c_0907: "mA", V4L2ControlID.torchIntensity: "mA", 0x009c_0909: "mA",
        0x009e_0901: "lines", 0x009e_0902: "pixels", 0x009f_0901: "Hz", 0x009f_0902: "pixels/s",
    ]
}
