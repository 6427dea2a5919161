import COnAirV4L2
import OnAirMedia
import OnAirV4L2
import Testing

/// Expected values are those of the macros in videodev2.h.
struct V4L2ColorTests {
    private func color(
        _ space: v4l2_colorspace, _ encoding: v4l2_ycbcr_encoding = V4L2_YCBCR_ENC_DEFAULT,
        _ quantization: v4l2_quantization = V4L2_QUANTIZATION_DEFAULT, isRGB: Bool = false
    ) -> ColorDescription {
        V4L2Color(space: space.rawValue, encoding: encoding.rawValue, quantization: quantization.rawValue)
            .description(isRGB: isRGB)
    }

    @Test func whatTheDriverLeavesOpenFollowsFromItsColourSpace() {
        #expect(color(V4L2_COLORSPACE_DEFAULT) == ColorDescription(matrix: .bt601, range: .limited))
        #expect(color(V4L2_COLORSPACE_SRGB) == ColorDescription(matrix: .bt601, range: .limited))
        #expect(color(V4L2_COLORSPACE_REC709) == ColorDescription(matrix: .bt709, range: .limited))
        #expect(color(V4L2_COLORSPACE_JPEG) == .jpeg)
        #expect(color(V4L2_COLORSPACE_SRGB, isRGB: true).range == .full)
    }

    @Test func whatTheDriverSaysCounts() {
        #expect(
            color(V4L2_COLORSPACE_SRGB, V4L2_YCBCR_ENC_709, V4L2_QUANTIZATION_FULL_RANGE)
                == ColorDescription(matrix: .bt709, range: .full))
        #expect(
            color(V4L2_COLORSPACE_JPEG, V4L2_YCBCR_ENC_601, V4L2_QUANTIZATION_LIM_RANGE)
                == ColorDescription(matrix: .bt601, range: .limited))
    }

    @Test func codesReadAsTheKernelWritesThem() {
        #expect(V4L2Code("YUYV").description == "YUYV")
        #expect(V4L2Code(rawValue: V4L2Code("YUYV").rawValue | 1 << 31).description == "YUYV BE")
    }
}
