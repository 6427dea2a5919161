import COnAirPixelKernels
import Glibc
import OnAirMedia

/// A rotation of a layer about the middle of its rectangle. A pure value.
struct LayerRotation {
    /// What is rotated, in the target.
    let frame: PictureRect
    /// The box around the result, in the target, with room for an edge that is half covered.
    let box: PictureRect
    private let cosine: Double
    private let sine: Double

    /// - Parameter degrees: clockwise.
    init(_ frame: PictureRect, degrees: Double) {
        self.frame = frame
        let angle = degrees.truncatingRemainder(dividingBy: 360) * .pi / 180
        (cosine, sine) = (cos(angle), sin(angle))
        // The middle of an outermost pixel may lie up to half a pixel outside and still be covered in part.
        let (width, height) = (Double(frame.width) + 1, Double(frame.height) + 1)
        let across = (width * abs(cosine) + height * abs(sine)) / 2
        let down = (width * abs(sine) + height * abs(cosine)) / 2
        let (x, y) = (Double(frame.x) + Double(frame.width) / 2, Double(frame.y) + Double(frame.height) / 2)
        let (left, top) = (Int((x - across).rounded(.down)), Int((y - down).rounded(.down)))
        box = PictureRect(
            x: left, y: top, width: Int((x + across).rounded(.up)) - left,
            height: Int((y + down).rounded(.up)) - top)
    }

    /// Row `row` of the box, out of `bitmap`, which has the size of `frame`.
    func render(_ bitmap: BitmapView, row: Int, into output: UnsafeMutablePointer<UInt8>) {
        // From the middle of the rectangle to the middle of the row's first pixel.
        let x = Double(box.x) + 0.5 - Double(frame.x) - Double(frame.width) / 2
        let y = Double(box.y + row) + 0.5 - Double(frame.y) - Double(frame.height) / 2
        // Turned back, from the middle of the bitmap's first pixel.
        let startX = x * cosine + y * sine + Double(frame.width) / 2 - 0.5
        let startY = y * cosine - x * sine + Double(frame.height) / 2 - 0.5
        func fixed(_ value: Double) -> Int64 { Int64((value * 65536).rounded()) }
        onair_rotate_bgra(
            bitmap.base, Int32(bitmap.stride), Int32(bitmap.size.width), Int32(bitmap.size.height), fixed(startX),
            fixed(startY), fixed(cosine), fixed(-sine), output, Int32(box.width))
    }
}
