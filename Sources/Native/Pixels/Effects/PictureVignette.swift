import COnAirPixelKernels
import OnAirMedia

/// Darkens pictures towards their corners, in place. Keeps its tables while size and radius stay; a live radius allocates
/// nothing. Belongs to one thread.
package final class PictureVignette {
    /// One with 15 fraction bits.
    private static let one = 32767.0

    private var size = PictureSize(width: 0, height: 0)
    private var radius = -1.0
    private let memory = ScratchMemory()

    package init() {}

    /// - Parameters:
    ///   - amount: how dark corners become: 0 (nothing) to 1 (black).
    ///   - radius: where it begins: 0 in the middle, 1 in the corners.
    package func darken(_ picture: inout MutablePicture, amount: Double, radius: Double) {
        guard picture.format.pixels == .i420, amount > 0 else { return }
        let radius = min(max(radius, 0), 1)
        let size = picture.format.size
        let half = PictureSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
        let columns = UnsafeMutableRawPointer(memory.reserve(4 * (size.width + half.width))).assumingMemoryBound(
            to: Int32.self)
        if size != self.size || radius != self.radius {
            for x in 0..<size.width { columns[x] = Self.share(x, of: size.width, radius) }
            for x in 0..<half.width { columns[size.width + x] = Self.share(x, of: half.width, radius) }
            (self.size, self.radius) = (size, radius)
        }
        let strength = Int32((min(amount, 1) * Self.one).rounded())
        for index in 0..<3 {
            let columns = index == 0 ? columns : columns + size.width
            picture.withMutablePlane(index) { plane in
                for y in 0..<plane.rows {
                    let start = Self.share(y, of: plane.rows, radius) - Self.share(of: radius * radius, radius)
                    onair_vignette_row(
                        plane.base + y * plane.stride, columns, start, strength, index == 0 ? 16 : 128,
                        Int32(plane.bytesPerRow))
                }
            }
        }
    }

    /// The square of the distance from the middle along one axis, of which both together are 1 in the corners.
    private static func share(_ index: Int, of count: Int, _ radius: Double) -> Int32 {
        let distance = Double(2 * index + 1 - count) / Double(count)
        return share(of: distance * distance / 2, radius)
    }

    /// With 15 fraction bits, in units of what lies between `radius` and the corners.
    private static func share(of square: Double, _ radius: Double) -> Int32 {
        Int32((square * one / max(1 - radius * radius, 1.0 / 64)).rounded())
    }
}
