import COnAirPixelKernels
import OnAirMedia

/// Lights pictures up in place. Keeps its memory while the size stays. Belongs to one thread.
package final class PictureGlow {
    /// How far light spreads, of the shorter side.
    private static let reach = 0.025

    private var blur: (size: PictureSize, plane: PlaneBlur)?
    private let memory = ScratchMemory()

    package init() {}

    /// Adds a soft light of what is bright.
    ///
    /// - Parameter amount: 0 (nothing) to 1. Pictures that are not I420 stay as they are.
    package func glow(_ picture: inout MutablePicture, amount: Double) {
        let size = picture.format.size
        let share = Int32((min(max(amount, 0), 1) * 256).rounded())
        guard picture.format.pixels == .i420, share > 0 else { return }
        let light = memory.reserve(size.width * size.height)
        let blur = blur(for: size)
        picture.withMutablePlane(0) { plane in
            blur.blur(
                plane.base, plane.stride,
                radius: min(Double(min(size.width, size.height)) * Self.reach, PictureBlur.greatest),
                into: light, size.width)
            for y in 0..<plane.rows {
                onair_glow_row(plane.base + y * plane.stride, light + y * size.width, share, Int32(size.width))
            }
        }
    }

    /// Brings everything nearer to white.
    ///
    /// - Parameter amount: 0 (nothing) to 1 (white). Pictures that are not I420 stay as they are.
    package static func brighten(_ picture: inout MutablePicture, amount: Double) {
        let share = Int32((min(max(amount, 0), 1) * 256).rounded())
        guard picture.format.pixels == .i420, share > 0 else { return }
        let white = ColorTransform.code(of: .white, in: picture.format.color)
        for index in 0..<3 {
            let value = Int32(index == 0 ? white.y : index == 1 ? white.u : white.v)
            picture.withMutablePlane(index) { plane in
                for y in 0..<plane.rows {
                    let row = plane.base + y * plane.stride
                    onair_mix_value(row, value, share, row, Int32(plane.bytesPerRow))
                }
            }
        }
    }

    private func blur(for size: PictureSize) -> PlaneBlur {
        if let blur, blur.size == size { return blur.plane }
        let fresh = PlaneBlur(size: size)
        blur = (size, fresh)
        return fresh
    }
}
