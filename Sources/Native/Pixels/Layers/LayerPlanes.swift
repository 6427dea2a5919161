import OnAirMedia

/// Where a prepared layer's samples lie: two planes as large as its grid and three of half its sides.
///
/// Unsafe: memory of whoever made it, valid for as long as they say.
struct LayerPlanes {
    let y: UnsafeMutablePointer<UInt8>
    let alpha: UnsafeMutablePointer<UInt8>
    let u: UnsafeMutablePointer<UInt8>
    let v: UnsafeMutablePointer<UInt8>
    let chromaAlpha: UnsafeMutablePointer<UInt8>
    /// Bytes from one row of `y` and `alpha` to the next.
    let stride: Int
    /// Bytes from one row of the others to the next.
    let chromaStride: Int

    init(_ memory: UnsafeMutablePointer<UInt8>, grid: PictureRect) {
        (stride, chromaStride) = Self.strides(grid)
        y = memory
        alpha = y + stride * grid.height
        u = alpha + stride * grid.height
        v = u + chromaStride * grid.height / 2
        chromaAlpha = v + chromaStride * grid.height / 2
    }

    static func byteCount(_ grid: PictureRect) -> Int {
        let (stride, chromaStride) = strides(grid)
        return 2 * stride * grid.height + 3 * chromaStride * (grid.height / 2)
    }

    private static func strides(_ grid: PictureRect) -> (Int, Int) {
        ((grid.width + 63) & ~63, (grid.width / 2 + 63) & ~63)
    }
}
