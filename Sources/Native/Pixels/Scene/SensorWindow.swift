import COnAirPixelKernels
import OnAirMedia

/// The part of one of the sensor's planes that a picture shows, by digital zoom and by where the camera points, and how
/// it becomes the picture's. Belongs to one thread.
///
/// Its pointers are allocated by `init` and live until `deinit`. The plane of the sensor is as large as the picture's.
package final class SensorWindow {
    private let horizontal: WindowAxis
    private let vertical: WindowAxis
    /// A row of samples with 8 fraction bits, and room for the kernel's sums; both a vector longer than a row.
    private let blended: UnsafeMutablePointer<UInt16>
    private let sums: UnsafeMutablePointer<UInt32>

    /// A window on planes of `size` samples; shows nothing before `set`.
    package init(size: PictureSize) {
        (horizontal, vertical) = (WindowAxis(count: size.width), WindowAxis(count: size.height))
        blended = .allocate(capacity: size.width + 64)
        blended.initialize(repeating: 0, count: size.width + 64)
        sums = .allocate(capacity: size.width + 64)
        sums.initialize(repeating: 0, count: size.width + 64)
    }

    deinit {
        blended.deallocate()
        sums.deallocate()
    }

    /// The columns of the sensor that are needed.
    package var columns: Range<Int> { horizontal.range }
    /// Its rows that are needed.
    package var rows: Range<Int> { vertical.range }

    /// Shows `1 / zoom` of the sensor about its middle, `shift` (parts of width and height) further on. Beyond the
    /// edges the last sample goes on.
    package func set(zoom: Double, shift: SIMD2<Double>) {
        horizontal.set(zoom: zoom, shift: shift.x)
        vertical.set(zoom: zoom, shift: shift.y)
    }

    /// Row `row` of the picture, into `out`, from the sensor's `plane`, of which `columns` and `rows` are read.
    package func resample(
        _ plane: UnsafePointer<UInt8>, stride: Int, row: Int, into out: UnsafeMutablePointer<UInt8>
    ) {
        let above = vertical.range.lowerBound + Int(vertical.starts[row])
        let base = plane + above * stride + horizontal.range.lowerBound
        let weights = vertical.weights[row]
        let (first, second) = (UInt16(truncatingIfNeeded: weights), UInt16(truncatingIfNeeded: weights >> 16))
        withUnsafeTemporaryAllocation(of: UnsafePointer<UInt8>?.self, capacity: 2) { rows in
            withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 2) { shares in
                (rows[0], rows[1]) = (base, base + (second > 0 ? stride : 0))
                (shares[0], shares[1]) = (first, second)
                onair_blend_rows(
                    rows.baseAddress, shares.baseAddress, 2, blended, Int32(horizontal.range.count))
            }
        }
        onair_resample_row(blended, horizontal.starts, horizontal.weights, 1, sums, out, Int32(horizontal.count))
    }
}
