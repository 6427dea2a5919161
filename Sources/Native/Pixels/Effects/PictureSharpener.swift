import COnAirPixelKernels
import OnAirMedia

/// Sharpens luma in place. Keeps its memory. Belongs to one thread.
package final class PictureSharpener {
    /// What differs from its surroundings by less is noise, in sixteenths of a code.
    private static let core: Int32 = 64
    /// How far past its neighbours a pixel may go, in codes.
    private static let overshoot: Int32 = 8

    private let memory = ScratchMemory()

    package init() {}

    /// - Parameter amount: 0 (nothing) to 1. Pictures that are not I420 stay as they are.
    package func sharpen(_ picture: inout MutablePicture, amount: Double) {
        let size = picture.format.size
        guard picture.format.pixels == .i420, amount > 0 else { return }
        let gain = Int32((min(amount, 1) * 2.5 * 1024).rounded())
        // Three rows as they were, each with one more sample on both sides.
        let stride = (size.width + 127) & ~63
        let kept = memory.reserve(3 * stride)
        let buffer = picture.buffer
        defer { withExtendedLifetime(buffer) {} }
        let (base, step) = buffer.plane(0)
        func row(_ y: Int) -> UnsafeMutablePointer<UInt8> { kept + y % 3 * stride + 1 }
        func keep(_ y: Int) {
            let place = row(y)
            place.update(from: base + y * step, count: size.width)
            place[-1] = place[0]
            place[size.width] = place[size.width - 1]
        }
        keep(0)
        for y in 0..<size.height {
            if y + 1 < size.height { keep(y + 1) }
            onair_sharpen_row(
                row(max(y - 1, 0)), row(y), row(min(y + 1, size.height - 1)), base + y * step, Self.core, gain,
                Self.overshoot, Int32(size.width))
        }
    }
}
