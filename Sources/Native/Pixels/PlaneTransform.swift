import CYUV
import OnAirMedia

/// What is done to one plane without scaling it.
enum PlaneTransform {
    /// Turns and mirrors a plane of `width` x `height` bytes into one of the size that implies.
    static func turn(
        _ input: UnsafePointer<UInt8>, _ stride: Int, _ width: Int, _ height: Int, _ orientation: ImageOrientation,
        into output: UnsafeMutablePointer<UInt8>, _ newStride: Int
    ) throws(PixelError) {
        let (width, height) = (Int32(width), Int32(height))
        func rotate(_ height: Int32, _ mode: RotationMode) throws(PixelError) {
            let code = RotatePlane(input, Int32(stride), output, Int32(newStride), width, height, mode)
            guard code == 0 else { throw .refused(operation: "RotatePlane", code: code) }
        }
        // libyuv reads a negative height as "bottom row first": top and bottom exchanged before anything else.
        switch orientation {
        case .up: CopyPlane(input, Int32(stride), output, Int32(newStride), width, height)
        case .downMirrored: CopyPlane(input, Int32(stride), output, Int32(newStride), width, -height)
        case .upMirrored: MirrorPlane(input, Int32(stride), output, Int32(newStride), width, height)
        case .down: MirrorPlane(input, Int32(stride), output, Int32(newStride), width, -height)
        case .right: try rotate(height, kRotate90)
        case .left: try rotate(height, kRotate270)
        case .leftMirrored: try rotate(-height, kRotate90)
        case .rightMirrored: try rotate(-height, kRotate270)
        }
    }
}
