import COnAirV4L2
import Glibc

extension V4L2Error {
    /// Whether the device itself is not there any more.
    package var isGone: Bool { number == ENODEV || number == ENXIO || number == EBADF }
}

extension V4L2Node {
    /// Describes the control `id`, or with V4L2_CTRL_FLAG_NEXT_CTRL the one after it.
    ///
    /// - Parameter known: what it was when it was described before: a menu of the same length is not read again.
    /// - Returns: its number, and the control: nil for a kind that has no value of its own (a class, an array, a
    ///   structure), or one that the driver has disabled.
    /// - Throws: `V4L2Error`: `EINVAL` where there is none.
    package func describeControl(
        _ id: UInt32, known: V4L2Control? = nil
    ) throws(V4L2Error) -> (id: UInt32, control: V4L2Control?) {
        var query = v4l2_query_ext_ctrl()
        query.id = id
        do throws(V4L2Error) {
            try call(onair_v4l2_query_ext_ctrl, &query, "VIDIOC_QUERY_EXT_CTRL")
        } catch {
            // Kernels before 3.17.
            guard error.number == ENOTTY else { throw error }
            query = try describeControlBefore317(id)
        }
        guard let kind = V4L2Control.Kind(rawValue: query.type), query.nr_of_dims == 0 else { return (query.id, nil) }
        var control = V4L2Control(id: query.id, name: Self.text(&query.name), kind: kind)
        (control.minimum, control.maximum) = (query.minimum, max(query.minimum, query.maximum))
        (control.step, control.defaultValue) = (query.step, query.default_value)
        control.flags = V4L2Control.Flags(rawValue: query.flags)
        guard !control.flags.contains(.disabled) else { return (query.id, nil) }
        if kind == .menu || kind == .integerMenu {
            let isSame = known?.minimum == control.minimum && known?.maximum == control.maximum
            control.menu = if isSame, let known { known.menu } else { try menu(of: control) }
        }
        return (query.id, control)
    }

    private func describeControlBefore317(_ id: UInt32) throws(V4L2Error) -> v4l2_query_ext_ctrl {
        var old = v4l2_queryctrl()
        old.id = id
        try call(onair_v4l2_queryctrl, &old, "VIDIOC_QUERYCTRL")
        var query = v4l2_query_ext_ctrl()
        (query.id, query.type, query.flags) = (old.id, old.type, old.flags)
        (query.minimum, query.maximum) = (Int64(old.minimum), Int64(old.maximum))
        (query.step, query.default_value) = (UInt64(max(0, old.step)), Int64(old.default_value))
        withUnsafeMutableBytes(of: &query.name) { name in
            withUnsafeBytes(of: &old.name) { name.copyMemory(from: $0) }
        }
        return query
    }

    /// The choices that the device has: the driver refuses the others.
    private func menu(of control: V4L2Control) throws(V4L2Error) -> [V4L2Control.MenuItem] {
        // More than any driver has; a range that is nonsense must not hang us.
        let last = min(control.maximum, control.minimum + 255)
        guard control.minimum >= 0, control.minimum <= last else { return [] }
        var items: [V4L2Control.MenuItem] = []
        for index in control.minimum...last {
            var item = v4l2_querymenu()
            item.id = control.id
            item.index = UInt32(truncatingIfNeeded: index)
            do throws(V4L2Error) {
                try withUnsafeMutablePointer(to: &item) { place throws(V4L2Error) in
                    try call(onair_v4l2_querymenu, &Self.bytes(place).pointee, "VIDIOC_QUERYMENU")
                }
            } catch {
                if error.isGone { throw error }
                continue
            }
            let name =
                control.kind == .integerMenu
                ? "\(onair_v4l2_menu_value(&item))" : Self.text(onair_v4l2_menu_name(&item))
            items.append(V4L2Control.MenuItem(index: index, name: name))
        }
        return items
    }

    /// How `control` is set now.
    ///
    /// - Throws: `V4L2Error`, such as `EACCES` for one that can only be written, `EIO` where the device fails.
    package func value(of control: V4L2Control) throws(V4L2Error) -> V4L2ControlValue {
        if control.kind == .text {
            let size = Self.textSize(control)
            let text = UnsafeMutablePointer<CChar>.allocate(capacity: size + 1)
            defer { text.deallocate() }
            text.initialize(repeating: 0, count: size + 1)
            _ = try exchange(control, 0, text, size, isSetting: false)
            return .text(String(cString: text))
        }
        let number = try exchange(control, 0, nil, 0, isSetting: false)
        // Bits have no sign.
        return .number(control.kind == .bitmask ? number & 0xFFFF_FFFF : number)
    }

    /// Sets `control`. What the driver made of it `value(of:)` says.
    ///
    /// - Throws: `V4L2Error`, such as `ERANGE`, `EBUSY`, `EACCES` for one that can only be read.
    package func set(_ control: V4L2Control, to value: V4L2ControlValue) throws(V4L2Error) {
        switch value {
        case .number(let number): _ = try exchange(control, number, nil, 0, isSetting: true)
        case .text(let string):
            let bytes = Array(string.utf8)
            let size = max(bytes.count + 1, Self.textSize(control))
            let text = UnsafeMutablePointer<CChar>.allocate(capacity: size + 1)
            defer { text.deallocate() }
            text.initialize(repeating: 0, count: size + 1)
            for (index, byte) in bytes.enumerated() { text[index] = CChar(bitPattern: byte) }
            _ = try exchange(control, 0, text, size, isSetting: true)
        }
    }

    /// With room for the zero at the end; a driver that claims an absurd length gets no more than 64 KiB.
    private static func textSize(_ control: V4L2Control) -> Int {
        Int(max(0, min(control.maximum, 65_535))) + 1
    }

    private func exchange(
        _ control: V4L2Control, _ value: Int64, _ text: UnsafeMutablePointer<CChar>?, _ size: Int, isSetting: Bool
    ) throws(V4L2Error) -> Int64 {
        let isWide: Int32 = control.kind == .integer64 ? 1 : 0
        var exchange = onair_v4l2_exchange()
        return try withUnsafeMutablePointer(to: &exchange) { place throws(V4L2Error) in
            guard let list = onair_v4l2_exchange_prepare(place, control.id, value, isWide, text, UInt32(size)) else {
                return 0
            }
            if isSetting {
                try call(onair_v4l2_s_ext_ctrls, &Self.bytes(list).pointee, "VIDIOC_S_EXT_CTRLS")
            } else {
                try call(onair_v4l2_g_ext_ctrls, &Self.bytes(list).pointee, "VIDIOC_G_EXT_CTRLS")
            }
            return onair_v4l2_exchange_value(place, isWide)
        }
    }

    /// A structure with a union in it, as the bytes that a call takes the address of: it lives as long as `place` does.
    private static func bytes<Structure>(_ place: UnsafeMutablePointer<Structure>) -> UnsafeMutablePointer<UInt8> {
        UnsafeMutableRawPointer(place).assumingMemoryBound(to: UInt8.self)
    }

    /// The text in a field of fixed size, ended by a zero unless it fills the field.
    private static func text<Field>(_ field: inout Field) -> String {
        withUnsafeBytes(of: &field) { bytes in String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
    }

    private static func text(_ name: UnsafePointer<UInt8>?) -> String {
        guard let name else { return "" }
        return String(decoding: UnsafeBufferPointer(start: name, count: 32).prefix { $0 != 0 }, as: UTF8.self)
    }
}
