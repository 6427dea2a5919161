import COnAirV4L2
import OnAirMedia

/// A picture format as a driver has granted it (`VIDIOC_S_FMT`, `VIDIOC_G_FMT`).
package struct V4L2Format: Hashable, Sendable {
    /// One plane of memory.
    package struct Plane: Hashable, Sendable {
        /// From one row of the first plane of pixels to the next.
        package let bytesPerLine: Int
        /// All of it.
        package let imageSize: Int

        package init(bytesPerLine: Int, imageSize: Int) {
            (self.bytesPerLine, self.imageSize) = (bytesPerLine, imageSize)
        }
    }

    package let size: PictureSize
    package let code: V4L2Code
    /// In memory: one but for the `M` codes.
    package let planes: [Plane]
    package let color: V4L2Color
    /// Whether a picture holds both fields of an interlaced one, row by row.
    package let isInterlaced: Bool
    /// Whether a buffer holds one field alone, half as high as a picture, or one field below the other.
    package let isFieldwise: Bool

    package init(
        size: PictureSize, code: V4L2Code, planes: [Plane], color: V4L2Color = V4L2Color(), isInterlaced: Bool = false,
        isFieldwise: Bool = false
    ) {
        (self.size, self.code, self.planes, self.color) = (size, code, planes, color)
        (self.isInterlaced, self.isFieldwise) = (isInterlaced, isFieldwise)
    }

    init(_ answer: v4l2_format) {
        var answer = answer
        let flat = onair_v4l2_read_format(&answer)
        size = PictureSize(width: Int(flat.width), height: Int(flat.height))
        code = V4L2Code(rawValue: flat.code)
        color = V4L2Color(space: flat.colorspace, encoding: flat.ycbcr_enc, quantization: flat.quantization)
        planes = withUnsafeBytes(of: flat.bytes_per_line) { lines in
            withUnsafeBytes(of: flat.image_size) { sizes in
                (0..<Int(flat.plane_count)).map { index in
                    Plane(
                        bytesPerLine: Int(lines.load(fromByteOffset: 4 * index, as: UInt32.self)),
                        imageSize: Int(sizes.load(fromByteOffset: 4 * index, as: UInt32.self)))
                }
            }
        }
        let field = v4l2_field(flat.field)
        isInterlaced = [V4L2_FIELD_INTERLACED, V4L2_FIELD_INTERLACED_TB, V4L2_FIELD_INTERLACED_BT].contains(field)
        isFieldwise = [
            V4L2_FIELD_TOP, V4L2_FIELD_BOTTOM, V4L2_FIELD_ALTERNATE, V4L2_FIELD_SEQ_TB, V4L2_FIELD_SEQ_BT,
        ].contains(field)
    }
}
