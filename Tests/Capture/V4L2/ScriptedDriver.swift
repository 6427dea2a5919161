import COnAirV4L2
import Glibc
import OnAirCapture
import OnAirMedia
import OnAirV4L2

/// Plays the kernel's part: a driver with one format, whose buffers lie in a file.
final class ScriptedDriver: Sendable {
    struct State {
        var card = "Test Cam"
        var bus = "usb-0000:00:14.0-3"
        var capabilities = UInt32(V4L2_CAP_VIDEO_CAPTURE) | UInt32(V4L2_CAP_STREAMING)
        var code = V4L2Code("YUYV")
        var size = PictureSize(width: 322, height: 241)
        /// Bytes per line and size of each plane of memory, as `S_FMT` returns them.
        var planes: [(line: Int, size: Int)] = [(704, 704 * 241)]
        var controls: [UInt32: Int32] = [:]
        /// What is granted for the field that is asked for; anything else is granted progressive.
        var fields: [v4l2_field: v4l2_field] = [:]
        /// What the input says of its signal; nil for a device without inputs.
        var inputStatus: UInt32?
        /// How often each call was made.
        var calls: [UInt32: Int] = [:]
        /// What is refused, and how.
        var refused: [UInt32: Int32] = [:]
        var queued: [UInt32] = []
        var filled: [Filled] = []
        var isStreaming = false
        var bufferCount = 0
    }

    struct Filled {
        var index: UInt32
        var sequence: UInt32
        var flags = UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
        var time: Int64 = 0
        var used: [Int]
    }

    let state = Lock(State())
    private let memory: Int32

    init(_ change: (inout State) -> Void = { _ in }) {
        var template = Array("/tmp/onair-v4l2-XXXXXX".utf8CString)
        memory = mkstemp(&template)
        unlink(template)
        state.withLock { change(&$0) }
    }

    deinit { close(memory) }

    func node(_ path: String) -> V4L2Node {
        V4L2Node(path: path, memory: memory) { [self] request, argument in answer(request, argument) }
    }

    private static let room = 1 << 20

    private static func offset(_ buffer: UInt32, _ plane: Int) -> Int { (Int(buffer) * 4 + plane) * room }

    /// The device captures one picture into the oldest queued buffer; false where the driver has none.
    func capture(
        _ bytes: [[UInt8]], sequence: UInt32, at nanoseconds: Int64 = 0, used: [Int]? = nil, flags: UInt32? = nil
    ) -> Bool {
        guard let index = state.withLock({ $0.queued.isEmpty ? nil : $0.queued.removeFirst() }) else { return false }
        for (plane, bytes) in bytes.enumerated() {
            _ = bytes.withUnsafeBytes {
                pwrite(memory, $0.baseAddress, $0.count, off_t(Self.offset(index, plane)))
            }
        }
        var filled = Filled(index: index, sequence: sequence, time: nanoseconds, used: used ?? bytes.map(\.count))
        if let flags { filled.flags = flags }
        state.withLock { $0.filled.append(filled) }
        return true
    }

    private func answer(_ request: onair_v4l2_request, _ argument: UnsafeMutableRawPointer) -> Int32 {
        state.withLock { state in
            state.calls[request.rawValue, default: 0] += 1
            if let number = state.refused[request.rawValue] { return number }
            switch request {
            case onair_v4l2_querycap: return capability(state, argument.assumingMemoryBound(to: v4l2_capability.self))
            case onair_v4l2_enum_fmt:
                let answer = argument.assumingMemoryBound(to: v4l2_fmtdesc.self)
                guard answer.pointee.index == 0 else { return EINVAL }
                answer.pointee.pixelformat = state.code.rawValue
                return 0
            case onair_v4l2_enum_framesizes:
                let answer = argument.assumingMemoryBound(to: v4l2_frmsizeenum.self)
                guard answer.pointee.index == 0 else { return EINVAL }
                answer.pointee.type = V4L2_FRMSIZE_TYPE_DISCRETE.rawValue
                answer.pointee.discrete.width = UInt32(state.size.width)
                answer.pointee.discrete.height = UInt32(state.size.height)
                return 0
            case onair_v4l2_enum_frameintervals:
                let answer = argument.assumingMemoryBound(to: v4l2_frmivalenum.self)
                guard answer.pointee.index == 0 else { return EINVAL }
                answer.pointee.type = V4L2_FRMIVAL_TYPE_DISCRETE.rawValue
                answer.pointee.discrete = v4l2_fract(numerator: 1, denominator: 30)
                return 0
            case onair_v4l2_s_fmt, onair_v4l2_g_fmt:
                grant(state, argument.assumingMemoryBound(to: v4l2_format.self))
                return 0
            case onair_v4l2_s_parm, onair_v4l2_g_parm:
                argument.assumingMemoryBound(to: v4l2_streamparm.self).pointee.parm.capture.timeperframe =
                    v4l2_fract(numerator: 1, denominator: 25)
                return 0
            case onair_v4l2_g_ctrl:
                let answer = argument.assumingMemoryBound(to: v4l2_control.self)
                guard let value = state.controls[answer.pointee.id] else { return EINVAL }
                answer.pointee.value = value
                return 0
            case onair_v4l2_g_input:
                argument.storeBytes(of: 0, as: Int32.self)
                return state.inputStatus == nil ? ENOTTY : 0
            case onair_v4l2_enuminput:
                guard let status = state.inputStatus else { return ENOTTY }
                argument.assumingMemoryBound(to: v4l2_input.self).pointee.status = status
                return 0
            case onair_v4l2_reqbufs:
                let answer = argument.assumingMemoryBound(to: v4l2_requestbuffers.self)
                state.bufferCount = Int(answer.pointee.count)
                return 0
            case onair_v4l2_querybuf, onair_v4l2_qbuf, onair_v4l2_dqbuf:
                return buffer(request, &state, argument.assumingMemoryBound(to: v4l2_buffer.self))
            case onair_v4l2_streamon, onair_v4l2_streamoff:
                state.isStreaming = request == onair_v4l2_streamon
                return 0
            default: return ENOTTY
            }
        }
    }

    private func capability(_ state: State, _ answer: UnsafeMutablePointer<v4l2_capability>) -> Int32 {
        func write<Text>(_ text: String, _ place: inout Text) {
            withUnsafeMutableBytes(of: &place) { $0.copyBytes(from: Array(text.utf8).prefix($0.count - 1)) }
        }
        write("test", &answer.pointee.driver)
        write(state.card, &answer.pointee.card)
        write(state.bus, &answer.pointee.bus_info)
        answer.pointee.capabilities = UInt32(V4L2_CAP_DEVICE_CAPS)
        answer.pointee.device_caps = state.capabilities
        return 0
    }

    private func grant(_ state: State, _ answer: UnsafeMutablePointer<v4l2_format>) {
        let asked = v4l2_field(onair_v4l2_read_format(answer).field)
        var flat = onair_v4l2_format()
        (flat.width, flat.height) = (UInt32(state.size.width), UInt32(state.size.height))
        flat.code = state.code.rawValue
        flat.field = (state.fields[asked] ?? V4L2_FIELD_NONE).rawValue
        onair_v4l2_write_format(answer, &flat)
        if answer.pointee.type == V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue {
            answer.pointee.fmt.pix.bytesperline = UInt32(state.planes[0].line)
            answer.pointee.fmt.pix.sizeimage = UInt32(state.planes[0].size)
            return
        }
        // v4l2_pix_format_mplane: 20 bytes, then 20 bytes for each plane (size, line), and the number of planes.
        let place = UnsafeMutableRawPointer(answer) + MemoryLayout<v4l2_format>.offset(of: \.fmt)!
        for (index, plane) in state.planes.enumerated() {
            place.storeBytes(of: UInt32(plane.size), toByteOffset: 20 + 20 * index, as: UInt32.self)
            place.storeBytes(of: UInt32(plane.line), toByteOffset: 24 + 20 * index, as: UInt32.self)
        }
        place.storeBytes(of: UInt8(state.planes.count), toByteOffset: 20 + 160, as: UInt8.self)
    }

    private func buffer(
        _ request: onair_v4l2_request, _ state: inout State, _ answer: UnsafeMutablePointer<v4l2_buffer>
    ) -> Int32 {
        let isMulti = answer.pointee.type == V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE.rawValue
        if request == onair_v4l2_qbuf {
            state.queued.append(answer.pointee.index)
            return 0
        }
        if request == onair_v4l2_querybuf {
            let index = answer.pointee.index
            for (plane, granted) in state.planes.enumerated() {
                let last = off_t(Self.offset(index, plane) + granted.size)
                var status = stat()
                fstat(memory, &status)
                if status.st_size < last { ftruncate(memory, last) }
                if isMulti {
                    answer.pointee.m.planes[plane].length = UInt32(granted.size)
                    answer.pointee.m.planes[plane].m.mem_offset = UInt32(Self.offset(index, plane))
                } else {
                    answer.pointee.length = UInt32(granted.size)
                    answer.pointee.m.offset = UInt32(Self.offset(index, plane))
                }
            }
            return 0
        }
        guard !state.filled.isEmpty else { return EAGAIN }
        let filled = state.filled.removeFirst()
        answer.pointee.index = filled.index
        answer.pointee.sequence = filled.sequence
        answer.pointee.flags = filled.flags
        answer.pointee.timestamp = timeval(
            tv_sec: Int(filled.time / 1_000_000_000), tv_usec: Int(filled.time % 1_000_000_000 / 1000))
        if isMulti {
            for (plane, used) in filled.used.enumerated() { answer.pointee.m.planes[plane].bytesused = UInt32(used) }
        } else {
            answer.pointee.bytesused = UInt32(filled.used.first ?? 0)
        }
        return 0
    }
}
