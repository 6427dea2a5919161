import COnAirPixelKernels
import OnAirMedia

/// Premultiplied blue, green, red, alpha pixels in somebody's memory.
///
/// Unsafe: valid for as long as whoever made it says; nothing checks bounds.
struct BitmapView {
    let base: UnsafePointer<UInt8>
    /// Bytes from one row to the next.
    let stride: Int
    let size: PictureSize

    init(base: UnsafePointer<UInt8>, stride: Int, size: PictureSize) {
        (self.base, self.stride, self.size) = (base, stride, size)
    }

    /// The part `rect`, which lies inside.
    func part(_ rect: PictureRect) -> BitmapView {
        BitmapView(base: base + rect.y * stride + 4 * rect.x, stride: stride, size: rect.size)
    }

    /// Whether nothing shines through any pixel.
    var isOpaque: Bool {
        (0..<size.height).allSatisfy { onair_bgra_is_opaque(base + $0 * stride, Int32(size.width)) != 0 }
    }
}
