import COnAirPixelKernels
import OnAirMedia

/// What is done to whole I420 pictures without scaling them. Input and output have the sizes the operation implies.
enum I420Transform {
    /// Copies.
    static func copy(_ input: I420Input, into output: I420Output) throws(PixelError) {
        try turn(input, .up, into: output)
    }

    /// Turns and mirrors.
    static func turn(_ input: I420Input, _ orientation: ImageOrientation, into output: I420Output) throws(PixelError) {
        let (width, height) = (input.size.width, input.size.height)
        let (half, rows) = ((width + 1) / 2, (height + 1) / 2)
        try PlaneTransform.turn(input.y, input.yStride, width, height, orientation, into: output.y, output.yStride)
        try PlaneTransform.turn(input.u, input.uStride, half, rows, orientation, into: output.u, output.uStride)
        try PlaneTransform.turn(input.v, input.vStride, half, rows, orientation, into: output.v, output.vStride)
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
}
