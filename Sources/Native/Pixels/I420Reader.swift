import COnAirPixelKernels
import CYUV
import OnAirMedia

/// Reads pictures of any format as I420, without scaling: what stands at the door of the house.
struct I420Reader {
    /// How the source's pixels lie in memory.
    let pixels: PixelFormat
    /// What makes Y, Cb, Cr out of red, green, blue; used by RGB formats only.
    var matrix: onair_rgb_matrix

    init(pixels: PixelFormat, destination: ColorDescription) {
        self.pixels = pixels
        matrix = ColorTransform.fromRGB(to: destination)
    }

    /// Reads the part of `planes` at (`x`, `y`) that fits into `output`. Where chroma is subsampled in a direction the
    /// origin is even in it.
    func read(_ planes: SourcePlanes, x: Int, y: Int, into output: I420Output) throws(PixelError) {
        let luma = planes.first + y * planes.firstStride
        switch pixels {
        case .i420:
            let rect = PictureRect(x: x, y: y, width: output.size.width, height: output.size.height)
            try I420Transform.copy(I420Input(planes, rect), into: output)
        case .nv12, .nv21:
            let chroma = planes.second + y / 2 * planes.secondStride + x
            try biplanar(luma + x, planes.firstStride, chroma, planes.secondStride, output)
        case .yuyv, .uyvy, .yvyu:
            packed(luma + 2 * x, planes.firstStride, output)
        case .i422:
            let (u, v) = (planes.second + y * planes.secondStride, planes.third + y * planes.thirdStride)
            copyLuma(luma + x, planes.firstStride, output)
            meanRows(u + x / 2, planes.secondStride, into: output.u, output.uStride, output.size)
            meanRows(v + x / 2, planes.thirdStride, into: output.v, output.vStride, output.size)
        case .i444:
            let (u, v) = (planes.second + y * planes.secondStride, planes.third + y * planes.thirdStride)
            copyLuma(luma + x, planes.firstStride, output)
            meanBlocks(u + x, planes.secondStride, into: output.u, output.uStride, output.size)
            meanBlocks(v + x, planes.thirdStride, into: output.v, output.vStride, output.size)
        case .bgra, .rgba: convert(luma + 4 * x, planes.firstStride, step: 4, redFirst: pixels == .rgba, output)
        case .bgr24, .rgb24: convert(luma + 3 * x, planes.firstStride, step: 3, redFirst: pixels == .rgb24, output)
        }
    }

    private func biplanar(
        _ luma: UnsafePointer<UInt8>, _ lumaStride: Int, _ chroma: UnsafePointer<UInt8>, _ chromaStride: Int,
        _ output: I420Output
    ) throws(PixelError) {
        // NV21 is NV12 with U and V exchanged.
        let isSwapped = pixels == .nv21
        let code = NV12ToI420(
            luma, Int32(lumaStride), chroma, Int32(chromaStride), output.y, Int32(output.yStride),
            isSwapped ? output.v : output.u, Int32(isSwapped ? output.vStride : output.uStride),
            isSwapped ? output.u : output.v, Int32(isSwapped ? output.uStride : output.vStride),
            Int32(output.size.width), Int32(output.size.height))
        guard code == 0 else { throw .refused(operation: "NV12ToI420", code: code) }
    }

    private func packed(_ first: UnsafePointer<UInt8>, _ stride: Int, _ output: I420Output) {
        // YVYU is YUYV with U and V exchanged.
        let isSwapped = pixels == .yvyu
        let (u, uStride) = isSwapped ? (output.v, output.vStride) : (output.u, output.uStride)
        let (v, vStride) = isSwapped ? (output.u, output.uStride) : (output.v, output.vStride)
        for row in 0..<(output.size.height + 1) / 2 {
            let hasLower = 2 * row + 1 < output.size.height
            let upper = first + 2 * row * stride
            let y = output.y + 2 * row * output.yStride
            onair_packed_422_to_i420(
                upper, hasLower ? upper + stride : upper, pixels == .uyvy ? 1 : 0, y,
                hasLower ? y + output.yStride : y, u + row * uStride, v + row * vStride, Int32(output.size.width))
        }
    }

    private func copyLuma(_ luma: UnsafePointer<UInt8>, _ stride: Int, _ output: I420Output) {
        CopyPlane(
            luma, Int32(stride), output.y, Int32(output.yStride), Int32(output.size.width), Int32(output.size.height))
    }

    private func meanRows(
        _ plane: UnsafePointer<UInt8>, _ stride: Int, into output: UnsafeMutablePointer<UInt8>, _ newStride: Int,
        _ size: PictureSize
    ) {
        for row in 0..<(size.height + 1) / 2 {
            let upper = plane + 2 * row * stride
            let lower = 2 * row + 1 < size.height ? upper + stride : upper
            onair_mean_rows(upper, lower, output + row * newStride, Int32((size.width + 1) / 2))
        }
    }

    private func meanBlocks(
        _ plane: UnsafePointer<UInt8>, _ stride: Int, into output: UnsafeMutablePointer<UInt8>, _ newStride: Int,
        _ size: PictureSize
    ) {
        for row in 0..<(size.height + 1) / 2 {
            let upper = plane + 2 * row * stride
            let lower = 2 * row + 1 < size.height ? upper + stride : upper
            onair_mean_blocks(upper, lower, output + row * newStride, Int32(size.width))
        }
    }

    private func convert(
        _ first: UnsafePointer<UInt8>, _ stride: Int, step: Int32, redFirst: Bool, _ output: I420Output
    ) {
        withUnsafePointer(to: matrix) { matrix in
            for row in 0..<(output.size.height + 1) / 2 {
                let hasLower = 2 * row + 1 < output.size.height
                let upper = first + 2 * row * stride
                let y = output.y + 2 * row * output.yStride
                onair_rgb_to_i420(
                    upper, hasLower ? upper + stride : upper, step, redFirst ? 1 : 0, y,
                    hasLower ? y + output.yStride : y, output.u + row * output.uStride,
                    output.v + row * output.vStride, Int32(output.size.width), matrix)
            }
        }
    }
}
