import COnAirV4L2
import OnAirMedia

/// The colour a driver declares, in the kernel's numbers (`v4l2_colorspace`, `v4l2_ycbcr_encoding`,
/// `v4l2_quantization`); zero is the default of each.
package struct V4L2Color: Hashable, Sendable {
    package let space: UInt32
    package let encoding: UInt32
    package let quantization: UInt32

    package init(space: UInt32 = 0, encoding: UInt32 = 0, quantization: UInt32 = 0) {
        (self.space, self.encoding, self.quantization) = (space, encoding, quantization)
    }

    /// What the numbers of a picture mean. Where the driver leaves something open, the kernel's own rules decide
    /// (`V4L2_MAP_YCBCR_ENC_DEFAULT` and `V4L2_MAP_QUANTIZATION_DEFAULT` of videodev2.h). Of matrices other than BT.601
    /// the nearest is BT.709.
    package func description(isRGB: Bool) -> ColorDescription {
        ColorDescription(matrix: matrix, range: isFull(isRGB: isRGB) ? .full : .limited)
    }

    private var matrix: ColorDescription.Matrix {
        switch v4l2_ycbcr_encoding(encoding) {
        case V4L2_YCBCR_ENC_601, V4L2_YCBCR_ENC_XV601: return .bt601
        case V4L2_YCBCR_ENC_709, V4L2_YCBCR_ENC_XV709, V4L2_YCBCR_ENC_BT2020, V4L2_YCBCR_ENC_BT2020_CONST_LUM,
            V4L2_YCBCR_ENC_SMPTE240M:
            return .bt709
        default: break
        }
        switch v4l2_colorspace(space) {
        case V4L2_COLORSPACE_REC709, V4L2_COLORSPACE_DCI_P3, V4L2_COLORSPACE_BT2020, V4L2_COLORSPACE_SMPTE240M:
            return .bt709
        default: return .bt601
        }
    }

    private func isFull(isRGB: Bool) -> Bool {
        switch v4l2_quantization(quantization) {
        case V4L2_QUANTIZATION_FULL_RANGE: true
        case V4L2_QUANTIZATION_LIM_RANGE: false
        default: isRGB || v4l2_colorspace(space) == V4L2_COLORSPACE_JPEG
        }
    }
}
