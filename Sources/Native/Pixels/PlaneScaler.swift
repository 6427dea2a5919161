import COnAirPixelKernels
import OnAirMedia

/// Scales planes of one size to one other size: rows first, then along each row, all in memory of its own.
///
/// Owned by one thread. Its pointers are allocated by `init` and live until `deinit`. Rows are blended into `row`,
/// whose tail stays zero so that kernels may read past the last sample.
final class PlaneScaler {
    private enum RowKernel { case keep, twoToOne, threeToTwo, fourToThree, general }

    private let vertical: AxisFilter
    private let kernel: RowKernel
    private let width: Int
    private let newWidth: Int
    private let pairs: Int
    private let row: UnsafeMutablePointer<UInt16>
    private let sources: UnsafeMutablePointer<UnsafePointer<UInt8>?>
    private let sums: UnsafeMutablePointer<UInt32>
    private let starts: UnsafeMutablePointer<Int32>
    private let pairWeights: UnsafeMutablePointer<UInt32>

    init(from source: PictureSize, to destination: PictureSize) {
        vertical = AxisFilter(from: source.height, to: destination.height)
        let horizontal = AxisFilter(from: source.width, to: destination.width)
        width = source.width
        newWidth = destination.width
        kernel = Self.kernel(from: width, to: newWidth)
        pairs = (horizontal.taps + 1) / 2

        let rowCapacity = width + 2 * pairs + 64
        row = .allocate(capacity: rowCapacity)
        row.initialize(repeating: 0, count: rowCapacity)
        sources = .allocate(capacity: vertical.taps)
        sources.initialize(repeating: nil, count: vertical.taps)
        sums = .allocate(capacity: newWidth)
        sums.initialize(repeating: 0, count: newWidth)
        starts = .allocate(capacity: newWidth)
        pairWeights = .allocate(capacity: newWidth * pairs)
        for x in 0..<newWidth {
            (starts + x).initialize(to: Int32(horizontal.starts[x]))
            for pair in 0..<pairs {
                let low = UInt32(horizontal.weights[x * horizontal.taps + 2 * pair])
                let high =
                    2 * pair + 1 < horizontal.taps
                    ? UInt32(horizontal.weights[x * horizontal.taps + 2 * pair + 1]) : 0
                (pairWeights + pair * newWidth + x).initialize(to: high << 16 | low)
            }
        }
    }

    deinit {
        row.deallocate()
        sources.deallocate()
        sums.deallocate()
        starts.deallocate()
        pairWeights.deallocate()
    }

    /// Scales the plane at `input` into the plane at `output`.
    func scale(
        _ input: UnsafePointer<UInt8>, stride: Int, into output: UnsafeMutablePointer<UInt8>, stride newStride: Int
    ) {
        let taps = vertical.taps
        let lastRow = vertical.inputCount - 1
        vertical.weights.withUnsafeBufferPointer { weights in
            guard let base = weights.baseAddress else { return }
            for y in 0..<vertical.outputCount {
                let start = vertical.starts[y]
                for tap in 0..<taps { sources[tap] = input + min(start + tap, lastRow) * stride }
                onair_blend_rows(sources, base + y * taps, Int32(taps), row, Int32(width))
                finishRow(into: output + y * newStride)
            }
        }
    }

    private func finishRow(into output: UnsafeMutablePointer<UInt8>) {
        let count = Int32(newWidth)
        switch kernel {
        case .keep: onair_round_row(row, output, count)
        case .twoToOne: onair_shrink_row_2_1(row, output, count)
        case .threeToTwo: onair_shrink_row_3_2(row, output, count)
        case .fourToThree: onair_shrink_row_4_3(row, output, count)
        case .general: onair_resample_row(row, starts, pairWeights, Int32(pairs), sums, output, count)
        }
    }

    /// The ratios between the usual picture sizes have kernels of their own.
    private static func kernel(from width: Int, to newWidth: Int) -> RowKernel {
        if width == newWidth { return .keep }
        if width == 2 * newWidth { return .twoToOne }
        if 2 * width == 3 * newWidth { return .threeToTwo }
        if 3 * width == 4 * newWidth { return .fourToThree }
        return .general
    }
}
