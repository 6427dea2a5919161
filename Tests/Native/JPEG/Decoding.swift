import OnAirJPEG
import OnAirMedia

/// A decoder with a pool of its own.
func decoder(_ size: PictureSize, capacity: Int = 2) throws -> MJPEGDecoder {
    try MJPEGDecoder(
        pool: PicturePool(format: PictureFormat(size: size, pixels: .i420, color: .jpeg), capacity: capacity))
}

extension MJPEGDecoder {
    func decode(_ bytes: [UInt8], sequence: Int64 = 0) throws -> Picture {
        try bytes.withUnsafeBytes {
            try decode($0, captureTime: HostTime(nanoseconds: sequence * 1_000_000), sequence: sequence)
        }
    }
}

extension Picture {
    /// Every plane, row after row without padding.
    var planes: [[UInt8]] {
        (0..<format.pixels.planeCount).map { index in
            withPlane(index) { plane in
                (0..<plane.rows).flatMap {
                    UnsafeBufferPointer(start: plane.base + $0 * plane.stride, count: plane.bytesPerRow)
                }
            }
        }
    }
}

/// The largest difference of two samples in the same place; nil where the sizes differ.
func largestDifference(_ ours: [[UInt8]], _ theirs: [[UInt8]]) -> Int? {
    guard ours.map(\.count) == theirs.map(\.count) else { return nil }
    return zip(ours, theirs).map { zip($0, $1).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) } }.max()
}

/// The mean squared difference over all planes.
func meanSquare(_ ours: [[UInt8]], _ theirs: [[UInt8]]) -> Double {
    let differences = zip(ours.joined(), theirs.joined()).map { Int($0) - Int($1) }
    return Double(differences.reduce(0) { $0 + $1 * $1 }) / Double(max(1, differences.count))
}
