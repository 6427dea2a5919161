/// How a picture's pixels lie in memory.
public enum PixelFormat: String, Hashable, Sendable, Codable, CaseIterable {
    /// Planar 4:2:0, three planes Y, U, V: the working format of the house.
    case i420 = "I420"
    /// Two planes, Y and interleaved UV, 4:2:0.
    case nv12 = "NV12"
    /// Two planes, Y and interleaved VU, 4:2:0.
    case nv21 = "NV21"
    /// Planar 4:2:2, three planes.
    case i422 = "I422"
    /// Planar 4:4:4, three planes.
    case i444 = "I444"
    /// Packed 4:2:2, Y0 U Y1 V (FFmpeg `yuyv422`, V4L2 `YUYV`).
    case yuyv = "YUYV"
    /// Packed 4:2:2, U Y0 V Y1.
    case uyvy = "UYVY"
    /// Packed 4:2:2, Y0 V Y1 U.
    case yvyu = "YVYU"
    /// 8 bits each of blue, green, red, alpha, in this order in memory.
    case bgra = "BGRA"
    /// 8 bits each of red, green, blue, alpha, in this order in memory.
    case rgba = "RGBA"
    /// 8 bits each of blue, green, red, in this order in memory.
    case bgr24 = "BGR24"
    /// 8 bits each of red, green, blue, in this order in memory.
    case rgb24 = "RGB24"

    /// Number of planes, 1 to 3.
    public var planeCount: Int {
        switch self {
        case .i420, .i422, .i444: 3
        case .nv12, .nv21: 2
        case .yuyv, .uyvy, .yvyu, .bgra, .rgba, .bgr24, .rgb24: 1
        }
    }

    /// Bytes in one row of `plane` that carry pixels, without padding. Odd sizes round chroma up.
    public func bytesPerRow(ofPlane plane: Int, width: Int) -> Int {
        let half = (width + 1) / 2
        switch self {
        case .i420, .i422: return plane == 0 ? width : half
        case .i444: return width
        case .nv12, .nv21: return plane == 0 ? width : 2 * half
        case .yuyv, .uyvy, .yvyu: return 4 * half
        case .bgra, .rgba: return 4 * width
        case .bgr24, .rgb24: return 3 * width
        }
    }

    /// Rows in `plane`. Odd sizes round chroma up.
    public func rows(ofPlane plane: Int, height: Int) -> Int {
        switch self {
        case .i420, .nv12, .nv21: plane == 0 ? height : (height + 1) / 2
        case .i422, .i444, .yuyv, .uyvy, .yvyu, .bgra, .rgba, .bgr24, .rgb24: height
        }
    }
}
