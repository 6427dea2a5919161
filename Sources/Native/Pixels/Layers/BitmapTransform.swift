import CYUV
import OnAirMedia

/// What is done to whole bitmaps without scaling them.
enum BitmapTransform {
    /// Turns and mirrors `input` into `output`, which has the size that implies.
    static func turn(
        _ input: BitmapView, _ orientation: ImageOrientation, into output: UnsafeMutablePointer<UInt8>, stride: Int
    ) throws(PixelError) {
        let (width, height) = (Int32(input.size.width), Int32(input.size.height))
        func rotate(_ height: Int32, _ mode: RotationMode) -> Int32 {
            ARGBRotate(input.base, Int32(input.stride), output, Int32(stride), width, height, mode)
        }
        func mirror(_ height: Int32) -> Int32 {
            ARGBMirror(input.base, Int32(input.stride), output, Int32(stride), width, height)
        }
        // libyuv reads a negative height as "bottom row first": top and bottom exchanged before anything else.
        let code =
            switch orientation {
            case .up: ARGBCopy(input.base, Int32(input.stride), output, Int32(stride), width, height)
            case .downMirrored: ARGBCopy(input.base, Int32(input.stride), output, Int32(stride), width, -height)
            case .upMirrored: mirror(height)
            case .down: mirror(-height)
            case .right: rotate(height, kRotate90)
            case .left: rotate(height, kRotate270)
            case .leftMirrored: rotate(-height, kRotate90)
            case .rightMirrored: rotate(-height, kRotate270)
            }
        guard code == 0 else { throw .refused(operation: "turning a bitmap", code: code) }
    }
}
