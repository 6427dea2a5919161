import COnAirPixelKernels
import CYUV
import OnAirMedia

/// What is done to whole I420 pictures without scaling them. Input and output have the sizes the operation implies.
enum I420Transform {
    /// Copies.
    static func copy(_ input: I420Input, into output: I420Output) throws(PixelError) {
        try copy(input, height: input.size.height, into: output)
    }

    /// Turns and mirrors; for anything but `.up`.
    static func turn(_ input: I420Input, _ orientation: ImageOrientation, into output: I420Output) throws(PixelError) {
        let height = input.size.height
        // libyuv reads a negative height as "bottom row first": top and bottom exchanged before anything else.
        switch orientation {
        case .up: try copy(input, height: height, into: output)
        case .downMirrored: try copy(input, height: -height, into: output)
        case .upMirrored: try mirror(input, height: height, into: output)
        case .down: try mirror(input, height: -height, into: output)
        case .right: try rotate(input, height: height, by: kRotate90, into: output)
        case .left: try rotate(input, height: height, by: kRotate270, into: output)
        case .leftMirrored: try rotate(input, height: -height, by: kRotate90, into: output)
        case .rightMirrored: try rotate(input, height: -height, by: kRotate270, into: output)
        }
    }

    /// Changes matrix and range. The output may be the input.
    static func recolor(_ input: I420Input, _ matrix: onair_yuv_matrix, into output: I420Output) {
        withUnsafePointer(to: matrix) { matrix in
            for row in 0..<(input.size.height + 1) / 2 {
                let hasLower = 2 * row + 1 < input.size.height
                let upper = input.y + 2 * row * input.yStride
                let y = output.y + 2 * row * output.yStride
                onair_recolor_i420(
                    upper, hasLower ? upper + input.yStride : upper, input.u + row * input.uStride,
                    input.v + row * input.vStride, y, hasLower ? y + output.yStride : y,
                    output.u + row * output.uStride, output.v + row * output.vStride, Int32(input.size.width), matrix)
            }
        }
    }

    private static func copy(_ input: I420Input, height: Int, into output: I420Output) throws(PixelError) {
        let code = I420Copy(
            input.y, Int32(input.yStride), input.u, Int32(input.uStride), input.v, Int32(input.vStride), output.y,
            Int32(output.yStride), output.u, Int32(output.uStride), output.v, Int32(output.vStride),
            Int32(input.size.width), Int32(height))
        guard code == 0 else { throw .refused(operation: "I420Copy", code: code) }
    }

    private static func mirror(_ input: I420Input, height: Int, into output: I420Output) throws(PixelError) {
        let code = I420Mirror(
            input.y, Int32(input.yStride), input.u, Int32(input.uStride), input.v, Int32(input.vStride), output.y,
            Int32(output.yStride), output.u, Int32(output.uStride), output.v, Int32(output.vStride),
            Int32(input.size.width), Int32(height))
        guard code == 0 else { throw .refused(operation: "I420Mirror", code: code) }
    }

    private static func rotate(_ input: I420Input, height: Int, by mode: RotationMode, into output: I420Output)
        throws(PixelError)
    {
        let code = I420Rotate(
            input.y, Int32(input.yStride), input.u, Int32(input.uStride), input.v, Int32(input.vStride), output.y,
            Int32(output.yStride), output.u, Int32(output.uStride), output.v, Int32(output.vStride),
            Int32(input.size.width), Int32(height), mode)
        guard code == 0 else { throw .refused(operation: "I420Rotate", code: code) }
    }
}
