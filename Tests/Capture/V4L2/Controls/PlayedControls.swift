import COnAirV4L2
import Glibc
import OnAirMedia
import OnAirV4L2

/// A driver's controls as a test wants them: answers the kernel's calls, and can stall, refuse, clamp and ignore.
final class PlayedControls: Sendable {
    struct Control {
        var id: UInt32
        var name: String
        var type: UInt32
        var minimum: Int64 = 0
        var maximum: Int64 = 0
        var step: UInt64 = 1
        var standard: Int64 = 0
        var value: Int64 = 0
        var text = ""
        var flags: UInt32 = 0
        /// Choices of a menu; the numbers between are holes.
        var menu: [Int64: String] = [:]
        /// It counts for nothing while control `id` is not `value`.
        var needs: (id: UInt32, value: Int64)?
    }

    struct State {
        var controls: [UInt32: Control] = [:]
        /// What the device fails to tell about.
        var stalled: Set<UInt32> = []
        var readErrors: [UInt32: Int32] = [:]
        var writeErrors: [UInt32: Int32] = [:]
        /// Takes every value, and stays.
        var ignored: Set<UInt32> = []
        /// Takes no more than this.
        var clamps: [UInt32: Int64] = [:]
        /// Answers nothing any more.
        var isGone = false
        /// What was set, in order.
        var writes: [(id: UInt32, value: Int64)] = []
        var queries = 0
    }

    let state = Lock(State())

    init(_ controls: [Control]) {
        state.withLock { state in for control in controls { state.controls[control.id] = control } }
    }

    var node: V4L2Node {
        V4L2Node(path: "/dev/video9") { [self] request, argument in
            state.withLock { Self.answer(request, argument, &$0) }
        }
    }

    func value(_ id: UInt32) -> Int64? { state.withLock { $0.controls[id]?.value } }
    func set(_ id: UInt32, _ value: Int64) { state.withLock { $0.controls[id]?.value = value } }

    private static func answer(
        _ request: onair_v4l2_request, _ argument: UnsafeMutableRawPointer, _ state: inout State
    ) -> Int32 {
        guard !state.isGone else { return ENODEV }
        switch request {
        case onair_v4l2_query_ext_ctrl: return describe(argument, &state)
        case onair_v4l2_querymenu: return choice(argument, state)
        case onair_v4l2_g_ext_ctrls, onair_v4l2_s_ext_ctrls:
            return exchange(argument, isSetting: request == onair_v4l2_s_ext_ctrls, &state)
        default: return ENOTTY
        }
    }

    private static func describe(_ argument: UnsafeMutableRawPointer, _ state: inout State) -> Int32 {
        state.queries += 1
        let query = argument.assumingMemoryBound(to: v4l2_query_ext_ctrl.self)
        let next = UInt32(V4L2_CTRL_FLAG_NEXT_CTRL)
        var id = query.pointee.id
        if id & next != 0 {
            let last = id & ~next
            guard let following = state.controls.keys.filter({ $0 > last }).min() else { return EINVAL }
            id = following
        }
        guard let control = state.controls[id] else { return EINVAL }
        guard !state.stalled.contains(id) else { return EIO }
        query.pointee.id = id
        query.pointee.type = control.type
        (query.pointee.minimum, query.pointee.maximum) = (control.minimum, control.maximum)
        (query.pointee.step, query.pointee.default_value) = (control.step, control.standard)
        query.pointee.flags = control.flags
        if let needs = control.needs, state.controls[needs.id]?.value != needs.value {
            query.pointee.flags |= UInt32(V4L2_CTRL_FLAG_INACTIVE)
        }
        withUnsafeMutableBytes(of: &query.pointee.name) { name in
            for (index, byte) in control.name.utf8.prefix(31).enumerated() { name[index] = byte }
        }
        return 0
    }

    private static func choice(_ argument: UnsafeMutableRawPointer, _ state: State) -> Int32 {
        let item = argument.assumingMemoryBound(to: v4l2_querymenu.self)
        guard let control = state.controls[item.pointee.id], let name = control.menu[Int64(item.pointee.index)] else {
            return EINVAL
        }
        if control.type == 9 {
            onair_v4l2_menu_put_value(item, Int64(name) ?? 0)
        } else {
            onair_v4l2_menu_put_name(item, name)
        }
        return 0
    }

    private static func exchange(
        _ argument: UnsafeMutableRawPointer, isSetting: Bool, _ state: inout State
    ) -> Int32 {
        guard let place = onair_v4l2_first_control(argument) else { return EFAULT }
        let id = onair_v4l2_control_id(place)
        guard let control = state.controls[id] else { return EINVAL }
        let isWide: Int32 = control.type == 5 ? 1 : 0
        guard isSetting else {
            if let error = state.readErrors[id] { return error }
            if control.type == 7 {
                for (index, byte) in control.text.utf8CString.enumerated() {
                    onair_v4l2_control_text(place)?[index] = byte
                }
            } else {
                onair_v4l2_control_put(place, control.value, isWide)
            }
            return 0
        }
        if let error = state.writeErrors[id] { return error }
        if control.type == 7 {
            state.controls[id]?.text = onair_v4l2_control_text(place).map { String(cString: $0) } ?? ""
            return 0
        }
        let value = onair_v4l2_control_value(place, isWide)
        state.writes.append((id, value))
        guard !state.ignored.contains(id) else { return 0 }
        state.controls[id]?.value = min(value, state.clamps[id] ?? .max)
        return 0
    }
}

extension PlayedControls {
    /// What the kernel's uvcvideo shows of a usual webcam (`v4l2-ctl --list-ctrls-menus`).
    static func webcam() -> PlayedControls {
        PlayedControls([
            Control(id: 0x0098_0900, name: "Brightness", type: 1, minimum: -64, maximum: 64),
            Control(
                id: 0x0098_090c, name: "White Balance, Automatic", type: 2, maximum: 1, standard: 1, value: 1),
            Control(id: 0x0098_0913, name: "Gain", type: 1, maximum: 128, standard: 64, value: 64),
            Control(
                id: 0x0098_0918, name: "Power Line Frequency", type: 3, maximum: 2, standard: 1, value: 1,
                menu: [0: "Disabled", 1: "50 Hz", 2: "60 Hz"]),
            Control(
                id: 0x0098_091a, name: "White Balance Temperature", type: 1, minimum: 2800, maximum: 6500, step: 10,
                standard: 4600, value: 4600, needs: (0x0098_090c, 0)),
            Control(
                id: 0x009a_0901, name: "Auto Exposure", type: 3, maximum: 3, standard: 3, value: 3,
                menu: [1: "Manual Mode", 3: "Aperture Priority Mode"]),
            Control(
                id: 0x009a_0902, name: "Exposure Time, Absolute", type: 1, minimum: 1, maximum: 10000, standard: 156,
                value: 156, needs: (0x009a_0901, 1)),
            Control(
                id: 0x009a_090a, name: "Focus, Absolute", type: 1, maximum: 250, step: 5, value: 0,
                needs: (0x009a_090c, 0)),
            Control(
                id: 0x009a_090c, name: "Focus, Automatic Continuous", type: 2, maximum: 1, standard: 1, value: 1),
            Control(
                id: 0x009a_090d, name: "Zoom, Absolute", type: 1, minimum: 100, maximum: 500, standard: 100,
                value: 100),
        ])
    }
}
