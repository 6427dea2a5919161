import COnAirV4L2
import Glibc
import OnAirMedia

extension V4L2Node {
    /// How often one list is asked on at most: drivers end theirs themselves, a broken one never would.
    private static let longestList: UInt32 = 512

    /// Every size and rate a device has for the codes that can be used.
    ///
    /// Of sizes without steps, which there are too many of, those in `sizes` and the smallest and largest are told. A
    /// driver that lists no sizes has the first of `sizes`, at unknown rates.
    package func modes(isMultiPlanar: Bool, sizes: [PictureSize]) -> [V4L2Mode] {
        codes(isMultiPlanar: isMultiPlanar).filter { V4L2Layout($0) != nil }.flatMap { code in
            let listed = frameSizes(of: code, around: sizes)
            let known = listed.isEmpty ? Array(sizes.prefix(1)) : listed
            return known.map { V4L2Mode(code, $0, rates(of: code, $0)) }
        }
    }

    /// The pixel formats a device has, in its own order (`VIDIOC_ENUM_FMT`).
    package func codes(isMultiPlanar: Bool) -> [V4L2Code] {
        var codes: [V4L2Code] = []
        for index in 0..<Self.longestList {
            var answer = v4l2_fmtdesc()
            answer.index = index
            answer.type = Self.bufferType(isMultiPlanar: isMultiPlanar)
            guard (try? call(onair_v4l2_enum_fmt, &answer, "VIDIOC_ENUM_FMT")) != nil else { break }
            let code = V4L2Code(rawValue: answer.pixelformat)
            if !codes.contains(code) { codes.append(code) }
        }
        return codes
    }

    private func frameSizes(of code: V4L2Code, around wanted: [PictureSize]) -> [PictureSize] {
        var sizes: [PictureSize] = []
        func add(_ width: UInt32, _ height: UInt32) {
            let size = PictureSize(width: Int(width), height: Int(height))
            if width > 0, height > 0, !sizes.contains(size) { sizes.append(size) }
        }
        for index in 0..<Self.longestList {
            var answer = v4l2_frmsizeenum()
            answer.index = index
            answer.pixel_format = code.rawValue
            guard (try? call(onair_v4l2_enum_framesizes, &answer, "VIDIOC_ENUM_FRAMESIZES")) != nil else { break }
            guard answer.type != V4L2_FRMSIZE_TYPE_DISCRETE.rawValue else {
                add(answer.discrete.width, answer.discrete.height)
                continue
            }
            let range = answer.stepwise
            for size in wanted {
                add(
                    Self.nearest(to: size.width, range.min_width, range.max_width, range.step_width),
                    Self.nearest(to: size.height, range.min_height, range.max_height, range.step_height))
            }
            add(range.min_width, range.min_height)
            add(range.max_width, range.max_height)
            break
        }
        return sizes
    }

    /// The number on the grid from `least` by `step` that is nearest to `wanted`, but not below it where there is one.
    static func nearest(to wanted: Int, _ least: UInt32, _ most: UInt32, _ step: UInt32) -> UInt32 {
        guard wanted > Int(least), most > least else { return least }
        let step = Int(max(step, 1))
        let steps = (wanted - Int(least) + step - 1) / step
        return UInt32(Int(least) + min(steps, (Int(most) - Int(least)) / step) * step)
    }

    private func rates(of code: V4L2Code, _ size: PictureSize) -> [V4L2Mode.Rates] {
        var rates: [V4L2Mode.Rates] = []
        for index in 0..<Self.longestList {
            var answer = v4l2_frmivalenum()
            answer.index = index
            answer.pixel_format = code.rawValue
            (answer.width, answer.height) = (UInt32(size.width), UInt32(size.height))
            guard (try? call(onair_v4l2_enum_frameintervals, &answer, "VIDIOC_ENUM_FRAMEINTERVALS")) != nil else {
                break
            }
            guard answer.type != V4L2_FRMIVAL_TYPE_DISCRETE.rawValue else {
                if let rate = Self.rate(of: answer.discrete) { rates.append(.init(rate)) }
                continue
            }
            if let slowest = Self.rate(of: answer.stepwise.max), let fastest = Self.rate(of: answer.stepwise.min) {
                rates.append(.init(slowest, fastest))
            } else if let fastest = Self.rate(of: answer.stepwise.min) {
                rates.append(.init(fastest))
            }
            break
        }
        return rates
    }

    /// One over an interval; nil where that is no number.
    static func rate(of interval: v4l2_fract) -> FrameRate? {
        guard interval.numerator > 0, interval.denominator > 0 else { return nil }
        return FrameRate(Int64(interval.denominator), Int64(interval.numerator))
    }

    static func bufferType(isMultiPlanar: Bool) -> UInt32 {
        (isMultiPlanar ? V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE : V4L2_BUF_TYPE_VIDEO_CAPTURE).rawValue
    }
}
