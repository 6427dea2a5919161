import COnAirV4L2
import Glibc
import OnAirMedia

extension V4L2Node {
    /// What the device is set to.
    package func format(isMultiPlanar: Bool) throws(V4L2Error) -> V4L2Format {
        var answer = v4l2_format()
        answer.type = Self.bufferType(isMultiPlanar: isMultiPlanar)
        try call(onair_v4l2_g_fmt, &answer, "VIDIOC_G_FMT")
        return V4L2Format(answer)
    }

    /// Sets code and size, and gives what the driver made of them: whole pictures where it has any.
    ///
    /// Progressive pictures are asked for, which drivers of anything else answer with what they have. What only gives
    /// fields one by one is asked for both woven into a picture.
    package func set(_ code: V4L2Code, _ size: PictureSize, isMultiPlanar: Bool) throws(V4L2Error) -> V4L2Format {
        var granted: V4L2Format
        do throws(V4L2Error) {
            granted = try set(code, size, V4L2_FIELD_NONE, isMultiPlanar)
        } catch  where error.number == EINVAL {
            // Some drivers refuse what they should replace.
            granted = try set(code, size, V4L2_FIELD_ANY, isMultiPlanar)
        }
        guard granted.isFieldwise else { return granted }
        if let woven = try? set(code, size, V4L2_FIELD_INTERLACED, isMultiPlanar) { granted = woven }
        return granted
    }

    private func set(
        _ code: V4L2Code, _ size: PictureSize, _ field: v4l2_field, _ isMultiPlanar: Bool
    ) throws(V4L2Error) -> V4L2Format {
        var answer = v4l2_format()
        answer.type = Self.bufferType(isMultiPlanar: isMultiPlanar)
        var wanted = onair_v4l2_format()
        (wanted.width, wanted.height) = (UInt32(clamping: size.width), UInt32(clamping: size.height))
        wanted.code = code.rawValue
        wanted.field = field.rawValue
        onair_v4l2_write_format(&answer, &wanted)
        try call(onair_v4l2_s_fmt, &answer, "VIDIOC_S_FMT")
        return V4L2Format(answer)
    }

    /// Sets the rate as near to `rate` as the driver can, and gives what it made of it; nil where it says nothing of
    /// rates.
    package func set(_ rate: FrameRate, isMultiPlanar: Bool) -> FrameRate? {
        var answer = v4l2_streamparm()
        answer.type = Self.bufferType(isMultiPlanar: isMultiPlanar)
        answer.parm.capture.timeperframe = v4l2_fract(
            numerator: UInt32(clamping: rate.framesPerSecond.denominator),
            denominator: UInt32(clamping: rate.framesPerSecond.numerator))
        if (try? call(onair_v4l2_s_parm, &answer, "VIDIOC_S_PARM")) != nil,
            let granted = Self.rate(of: answer.parm.capture.timeperframe)
        {
            return granted
        }
        return self.rate(isMultiPlanar: isMultiPlanar)
    }

    /// The rate the device is set to; nil where it says nothing of rates.
    package func rate(isMultiPlanar: Bool) -> FrameRate? {
        var answer = v4l2_streamparm()
        answer.type = Self.bufferType(isMultiPlanar: isMultiPlanar)
        guard (try? call(onair_v4l2_g_parm, &answer, "VIDIOC_G_PARM")) != nil else { return nil }
        return Self.rate(of: answer.parm.capture.timeperframe)
    }

    /// A control's value; nil where the device has no such control.
    package func value(of control: UInt32) -> Int32? {
        var answer = v4l2_control(id: control, value: 0)
        guard (try? call(onair_v4l2_g_ctrl, &answer, "VIDIOC_G_CTRL")) != nil else { return nil }
        return answer.value
    }

    /// What the current input says of its signal: why there can be no picture, such as `no signal`; nil where all is
    /// well or the device does not tell (`V4L2_IN_ST_*`).
    package var inputTrouble: String? {
        var input: Int32 = 0
        guard (try? call(onair_v4l2_g_input, &input, "VIDIOC_G_INPUT")) != nil else { return nil }
        var answer = v4l2_input()
        answer.index = UInt32(bitPattern: input)
        guard (try? call(onair_v4l2_enuminput, &answer, "VIDIOC_ENUMINPUT")) != nil else { return nil }
        let troubles: [(UInt32, String)] = [
            (UInt32(V4L2_IN_ST_NO_POWER), "no power"), (UInt32(V4L2_IN_ST_NO_SIGNAL), "no signal"),
            (UInt32(V4L2_IN_ST_NO_SYNC), "no stable signal"),
        ]
        return troubles.first { answer.status & $0.0 != 0 }?.1
    }
}
