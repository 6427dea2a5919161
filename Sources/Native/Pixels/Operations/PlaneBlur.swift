import COnAirPixelKernels
import OnAirMedia

/// Blurs planes of one size. Belongs to one thread.
///
/// Its pointers are allocated by `init`, or when a size is first used, and live until `deinit`.
final class PlaneBlur {
    /// A smaller plane in which a great radius is small, and the ways there and back.
    private final class Level {
        let size: PictureSize
        let shrink: PlaneScaler
        let enlarge: PlaneScaler
        let input = ScratchMemory()
        let output = ScratchMemory()

        init(_ whole: PictureSize, factor: Int) {
            size = PictureSize(
                width: (whole.width + factor - 1) / factor, height: (whole.height + factor - 1) / factor)
            shrink = PlaneScaler(from: whole, to: size)
            enlarge = PlaneScaler(from: size, to: whole)
            _ = (input.reserve(size.width * size.height), output.reserve(size.width * size.height))
        }
    }

    private let size: PictureSize
    private var levels: [Level?] = Array(repeating: nil, count: BlurWeights.factors.count)
    private var weights = BlurWeights(radius: 0)
    private let row: UnsafeMutablePointer<UInt16>
    private let sources: UnsafeMutablePointer<UnsafePointer<UInt8>?>

    init(size: PictureSize) {
        self.size = size
        let capacity = size.width + 2 * BlurWeights.mostTaps + 64
        row = .allocate(capacity: capacity)
        row.initialize(repeating: 0, count: capacity)
        sources = .allocate(capacity: BlurWeights.mostTaps)
        sources.initialize(repeating: nil, count: BlurWeights.mostTaps)
    }

    deinit {
        row.deallocate()
        sources.deallocate()
    }

    func blur(
        _ input: UnsafePointer<UInt8>, _ stride: Int, radius: Double, into output: UnsafeMutablePointer<UInt8>,
        _ newStride: Int
    ) {
        if weights.radius != radius { weights = BlurWeights(radius: radius) }
        guard weights.level > 0 else { return filter(input, stride, size, into: output, newStride) }
        let level = level(weights.level)
        let width = level.size.width
        level.shrink.scale(input, stride: stride, into: level.input.bytes, stride: width)
        filter(level.input.bytes, width, level.size, into: level.output.bytes, width)
        level.enlarge.scale(level.output.bytes, stride: width, into: output, stride: newStride)
    }

    private func level(_ index: Int) -> Level {
        if let level = levels[index] { return level }
        let fresh = Level(size, factor: BlurWeights.factors[index])
        levels[index] = fresh
        return fresh
    }

    /// Weighs rows, then along each row; ends go on.
    private func filter(
        _ input: UnsafePointer<UInt8>, _ stride: Int, _ size: PictureSize, into output: UnsafeMutablePointer<UInt8>,
        _ newStride: Int
    ) {
        let (taps, reach) = (weights.taps, weights.taps / 2)
        weights.shares.span.withUnsafeBufferPointer { shares in
            for y in 0..<size.height {
                for tap in 0..<taps { sources[tap] = input + min(max(y + tap - reach, 0), size.height - 1) * stride }
                let middle = row + reach
                onair_blend_rows(sources, shares.baseAddress, Int32(taps), middle, Int32(size.width))
                row.update(repeating: middle[0], count: reach)
                (middle + size.width).update(repeating: middle[size.width - 1], count: reach)
                onair_filter_row(row, shares.baseAddress, Int32(taps), output + y * newStride, Int32(size.width))
            }
        }
    }
}
