import COnAirPixelKernels
import OnAirMedia

/// Scales premultiplied bitmaps of one size to one other size: the mean over the area where it shrinks, linear where it
/// grows. Owned by one thread; allocates nothing after `init`.
///
/// Its pointers are allocated by `init` and live until `deinit`.
final class BitmapScaler {
    let from: PictureSize
    let to: PictureSize
    private let vertical: AxisFilter
    private let pairs: Int
    private let row: UnsafeMutablePointer<UInt16>
    private let sources: UnsafeMutablePointer<UnsafePointer<UInt8>?>
    private let starts: UnsafeMutablePointer<Int32>
    private let weights: UnsafeMutablePointer<UInt32>

    init(from source: PictureSize, to destination: PictureSize) {
        (from, to) = (source, destination)
        vertical = AxisFilter(from: source.height, to: destination.height)
        let horizontal = AxisFilter(from: source.width, to: destination.width)
        pairs = (horizontal.taps + 1) / 2
        // The kernel reads past the last pixel, with weight 0.
        let capacity = 4 * (source.width + 2 * pairs) + 64
        row = .allocate(capacity: capacity)
        row.initialize(repeating: 0, count: capacity)
        sources = .allocate(capacity: vertical.taps)
        sources.initialize(repeating: nil, count: vertical.taps)
        starts = .allocate(capacity: to.width)
        weights = .allocate(capacity: to.width * pairs)
        for x in 0..<to.width {
            (starts + x).initialize(to: Int32(horizontal.starts[x]))
            for pair in 0..<pairs {
                let at = x * horizontal.taps + 2 * pair
                let second = 2 * pair + 1 < horizontal.taps ? UInt32(horizontal.weights[at + 1]) : 0
                (weights + pair * to.width + x).initialize(to: second << 16 | UInt32(horizontal.weights[at]))
            }
        }
    }

    deinit {
        row.deallocate()
        sources.deallocate()
        starts.deallocate()
        weights.deallocate()
    }

    /// Scales `input`, of size `from`, to `output`, of size `to`.
    func scale(_ input: BitmapView, into output: UnsafeMutablePointer<UInt8>, stride: Int) {
        let taps = vertical.taps
        let last = vertical.inputCount - 1
        vertical.weights.withUnsafeBufferPointer { shares in
            guard let base = shares.baseAddress else { return }
            for y in 0..<to.height {
                let start = vertical.starts[y]
                for tap in 0..<taps { sources[tap] = input.base + min(start + tap, last) * input.stride }
                onair_blend_rows(sources, base + y * taps, Int32(taps), row, Int32(4 * from.width))
                onair_resample_bgra(row, starts, weights, Int32(pairs), output + y * stride, Int32(to.width))
            }
        }
    }
}
