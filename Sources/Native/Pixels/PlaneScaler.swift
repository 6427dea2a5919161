import COnAirPixelKernels
import CYUV
import OnAirMedia

/// Scales planes of one size to one other size: rows first, then along each row, all in memory of its own.
///
/// Owned by one thread. Its pointers are allocated by `init` and live until `deinit`. Rows are blended into `row`,
/// whose tail stays zero so that kernels may read past the last sample.
final class PlaneScaler {
    private enum RowKernel { case keep, twoToOne, threeToTwo, fourToThree, general }

    /// Ratios that are the same both ways and have a kernel that does both at once.
    private enum BlockKernel { case none, twoToOne, threeToTwo }

    private let blocks: BlockKernel
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

    /// Whether it gives the plane as it is.
    let isIdentity: Bool

    convenience init(from source: PictureSize, to destination: PictureSize) {
        self.init(
            AxisFilter(from: source.width, to: destination.width),
            AxisFilter(from: source.height, to: destination.height), isWhole: true)
    }

    /// Scales by any two filters.
    convenience init(_ horizontal: AxisFilter, _ vertical: AxisFilter) {
        self.init(horizontal, vertical, isWhole: false)
    }

    /// `isWhole` says that all of the source becomes all of the destination.
    private init(_ horizontal: AxisFilter, _ vertical: AxisFilter, isWhole: Bool) {
        self.vertical = vertical
        let source = PictureSize(width: horizontal.inputCount, height: vertical.inputCount)
        let destination = PictureSize(width: horizontal.outputCount, height: vertical.outputCount)
        width = source.width
        newWidth = destination.width
        isIdentity = horizontal.isIdentity && vertical.isIdentity
        kernel =
            horizontal.isIdentity ? .keep : isWhole ? Self.kernel(from: width, to: newWidth) : .general
        blocks = isWhole ? Self.blockKernel(from: source, to: destination) : .none
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
        if isIdentity {
            return CopyPlane(
                input, Int32(stride), output, Int32(newStride), Int32(width), Int32(vertical.outputCount))
        }
        guard blocks == .none else { return shrinkBlocks(input, stride, output, newStride) }
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

    private func shrinkBlocks(
        _ input: UnsafePointer<UInt8>, _ stride: Int, _ output: UnsafeMutablePointer<UInt8>, _ newStride: Int
    ) {
        switch blocks {
        case .none: break
        case .twoToOne:
            for y in 0..<vertical.outputCount {
                let upper = input + 2 * y * stride
                onair_mean_blocks(upper, upper + stride, output + y * newStride, Int32(width))
            }
        case .threeToTwo:
            for y in Swift.stride(from: 0, to: vertical.outputCount, by: 2) {
                let first = input + y / 2 * 3 * stride
                let upper = output + y * newStride
                onair_shrink_rows_3_2(
                    first, first + stride, first + 2 * stride, upper, upper + newStride, Int32(newWidth))
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

    private static func blockKernel(from source: PictureSize, to destination: PictureSize) -> BlockKernel {
        func has(_ input: Int, _ output: Int) -> Bool {
            source.width * output == destination.width * input && source.height * output == destination.height * input
        }
        if has(2, 1) { return .twoToOne }
        let isEven = destination.width.isMultiple(of: 2) && destination.height.isMultiple(of: 2)
        return has(3, 2) && isEven ? .threeToTwo : .none
    }
}
