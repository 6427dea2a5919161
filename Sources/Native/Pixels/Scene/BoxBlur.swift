import COnAirPixelKernels

/// Blurs planes: a box twice each way, which is near to what a lens out of focus does and costs the same for every
/// radius.
///
/// Unsafe: planes are the caller's memory, as large as said, used during the call only; the two do not overlap.
package enum BoxBlur {
    /// Blurs `width` x `height` bytes without gaps between rows. `radius`, which may be a fraction, is half the width of
    /// each box.
    package static func blur(
        _ from: UnsafePointer<UInt8>, _ to: UnsafeMutablePointer<UInt8>, _ width: Int, _ height: Int, radius: Double
    ) {
        let whole = Int(radius)
        let edge = Int32(((radius - Double(whole)) * 256).rounded())
        let weight = UInt32(2 * whole + 1) << 8 + 2 * UInt32(edge)
        let scale = (1 << 24 + weight / 2) / weight
        let count = width * height
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { scratch in
            guard let other = scratch.baseAddress else { return }
            horizontally(from, other, width, height, whole, edge, scale)
            horizontally(other, to, width, height, whole, edge, scale)
            vertically(to, other, width, height, whole, edge, scale)
            vertically(other, to, width, height, whole, edge, scale)
        }
    }

    private static func horizontally(
        _ from: UnsafePointer<UInt8>, _ to: UnsafeMutablePointer<UInt8>, _ width: Int, _ height: Int, _ radius: Int,
        _ edge: Int32, _ scale: UInt32
    ) {
        for row in 0..<height {
            onair_box_row(from + row * width, Int32(radius), edge, scale, to + row * width, Int32(width))
        }
    }

    private static func vertically(
        _ from: UnsafePointer<UInt8>, _ to: UnsafeMutablePointer<UInt8>, _ width: Int, _ height: Int, _ radius: Int,
        _ edge: Int32, _ scale: UInt32
    ) {
        func line(_ row: Int) -> UnsafePointer<UInt8> { from + max(0, min(height - 1, row)) * width }
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: width) { sums in
            guard let sums = sums.baseAddress else { return }
            // The window of the row before the first.
            for column in 0..<width {
                sums[column] = (-radius - 1...radius - 1).reduce(0) { $0 + UInt32(line($1)[column]) }
            }
            for row in 0..<height {
                onair_box_rows(
                    sums, line(row + radius), line(row - radius - 1), line(row - radius - 1), line(row + radius + 1),
                    edge, scale, to + row * width, Int32(width))
            }
        }
    }
}
