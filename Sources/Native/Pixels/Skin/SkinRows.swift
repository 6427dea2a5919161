import COnAirPixelKernels
import OnAirMedia

/// The rows of cells that `SkinSmoother` works with: each is kept as long as it is needed, then its place is the next one's.
///
/// Unsafe: its pointers are into memory that is allocated when a picture is wider than all before, and live until then or
/// until `deinit`.
final class SkinRows {
    /// Row n has place n % 16; the first row that is still needed is at most 8 behind the newest.
    private static let places = 16

    /// Rows of cells in the picture.
    private(set) var cellRows = 0
    /// Cells in a row, and in the longest there was.
    private var count = 0
    private var capacity = 0
    // One after the other in one piece: `places` rows of each kind.
    private var memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64)
    private var luma: UnsafeMutablePointer<UInt16>
    private var mask: UnsafeMutablePointer<UInt16>
    private var weight: UnsafeMutablePointer<UInt16>
    private var power: UnsafeMutablePointer<UInt32>
    private var target: UnsafeMutablePointer<UInt32>
    private var sums: UnsafeMutablePointer<UInt32>
    private var take: UnsafeMutablePointer<Int16>
    private var give: UnsafeMutablePointer<Int16>
    private var share: UnsafeMutablePointer<Int16>
    private var blocks: UnsafeMutablePointer<UInt8>
    /// Zeros: a row without skin, of whatever kind.
    private var zeros: UnsafeMutableRawPointer
    private let hasSkin: UnsafeMutablePointer<Bool>
    private let isMapped: UnsafeMutablePointer<Bool>
    // Lists of rows, as kernels take them.
    private let lines: UnsafeMutablePointer<UnsafePointer<UInt8>?>
    private let shorts: UnsafeMutablePointer<UnsafePointer<UInt16>?>
    private let words: UnsafeMutablePointer<UnsafePointer<UInt32>?>

    init() {
        let places = Self.places
        (luma, mask, weight) = (memory.shorts, memory.shorts, memory.shorts)
        (power, target, sums) = (memory.words, memory.words, memory.words)
        (take, give, share) = (memory.signed, memory.signed, memory.signed)
        (blocks, zeros) = (memory.assumingMemoryBound(to: UInt8.self), memory)
        (hasSkin, isMapped) = (.allocate(capacity: places), .allocate(capacity: places))
        hasSkin.initialize(repeating: false, count: places)
        isMapped.initialize(repeating: false, count: places)
        (lines, shorts, words) = (.allocate(capacity: 8), .allocate(capacity: 8), .allocate(capacity: 8))
        lines.initialize(repeating: nil, count: 8)
        shorts.initialize(repeating: nil, count: 8)
        words.initialize(repeating: nil, count: 8)
    }

    deinit {
        memory.deallocate()
        hasSkin.deallocate()
        isMapped.deallocate()
        lines.deallocate()
        shorts.deallocate()
        words.deallocate()
    }

    /// Makes room for a picture of `size` and forgets the one before.
    func prepare(_ size: PictureSize) {
        (count, cellRows) = ((size.width + 3) / 4, (size.height + 3) / 4)
        guard count > capacity else { return }
        // A vector more at the end of each row, so that rows begin at multiples of 64 bytes.
        capacity = (count + 63) / 64 * 64
        let places = Self.places
        let bytes = places * capacity * (3 * 2 + 2 * 4 + 3 * 8 + 1) + 5 * 4 * (capacity + 64) + 8 * capacity
        memory.deallocate()
        memory = .allocate(byteCount: bytes, alignment: 64)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
        var next = memory
        func take<Number>(_ type: Number.Type, _ numbers: Int) -> UnsafeMutablePointer<Number> {
            defer { next += numbers * MemoryLayout<Number>.size }
            return next.assumingMemoryBound(to: type)
        }
        luma = take(UInt16.self, places * capacity)
        mask = take(UInt16.self, places * capacity)
        weight = take(UInt16.self, places * capacity)
        power = take(UInt32.self, places * capacity)
        target = take(UInt32.self, places * capacity)
        self.take = take(Int16.self, 4 * places * capacity)
        give = take(Int16.self, 4 * places * capacity)
        share = take(Int16.self, 4 * places * capacity)
        sums = take(UInt32.self, 5 * (capacity + 64))
        blocks = take(UInt8.self, places * capacity)
        zeros = next
    }

    /// The cells of row `row`: what they look like.
    func readCells(_ picture: I420Output, _ row: Int, _ matrix: inout onair_skin_matrix) {
        let (lastRow, lastChroma) = (picture.size.height - 1, (picture.size.height - 1) / 2)
        for line in 0..<4 { lines[line] = UnsafePointer(picture.y + min(4 * row + line, lastRow) * picture.yStride) }
        for line in 0..<2 {
            let chroma = min(2 * row + line, lastChroma)
            lines[4 + line] = UnsafePointer(picture.u + chroma * picture.uStride)
            lines[6 + line] = UnsafePointer(picture.v + chroma * picture.vStride)
        }
        let place = place(row)
        hasSkin[row % Self.places] =
            onair_skin_cells(
                lines, lines + 4, lines + 6, Int32(picture.size.width), &matrix, luma + place, power + place,
                mask + place) != 0
    }

    /// How much of its surroundings goes into each cell of row `row`.
    func weigh(_ row: Int, _ radius: Int, _ varianceSlope: Float, _ leastVariance: Float) {
        guard hasSkin[row % Self.places] else { return }
        for step in -radius...radius {
            let place = place(min(max(row + step, 0), cellRows - 1))
            shorts[step + radius] = UnsafePointer(luma + place)
            words[step + radius] = UnsafePointer(power + place)
        }
        let place = place(row)
        onair_skin_weights(
            shorts, words, mask + place, Int32(radius), varianceSlope, leastVariance, sums, weight + place,
            target + place, Int32(count))
    }

    /// What is done to the pixels at the height of the middle of row `row`.
    func map(_ row: Int, _ strength: Int32) {
        var any = false
        for step in 0..<3 {
            let near = min(max(row + step - 1, 0), cellRows - 1)
            let (place, isSkin) = (place(near), hasSkin[near % Self.places])
            any = any || isSkin
            shorts[step] = isSkin ? UnsafePointer(weight + place) : UnsafePointer(zeros.shorts)
            shorts[3 + step] = isSkin ? UnsafePointer(mask + place) : UnsafePointer(zeros.shorts)
            words[step] = isSkin ? UnsafePointer(target + place) : UnsafePointer(zeros.words)
        }
        isMapped[row % Self.places] = any
        guard any else { return }
        let place = place(row)
        onair_skin_maps(
            shorts, words, shorts + 3, strength, sums, take + 4 * place, give + 4 * place, share + 4 * place,
            blocks + place, Int32(count))
    }

    /// The maps that pixels below the middle of row `row` are between; nil where there is no skin.
    func maps(below row: Int) -> (onair_skin_row, onair_skin_row)? {
        let (upper, lower) = (min(max(row, 0), cellRows - 1), min(row + 1, cellRows - 1))
        guard isMapped[upper % Self.places] || isMapped[lower % Self.places] else { return nil }
        return (map(upper), map(lower))
    }

    private func map(_ row: Int) -> onair_skin_row {
        guard isMapped[row % Self.places] else {
            return onair_skin_row(
                take: zeros.signed, give: zeros.signed, share: zeros.signed,
                blocks: zeros.assumingMemoryBound(to: UInt8.self))
        }
        let place = place(row)
        return onair_skin_row(
            take: take + 4 * place, give: give + 4 * place, share: share + 4 * place, blocks: blocks + place)
    }

    private func place(_ row: Int) -> Int { row % Self.places * capacity }
}

extension UnsafeMutableRawPointer {
    fileprivate var shorts: UnsafeMutablePointer<UInt16> { assumingMemoryBound(to: UInt16.self) }
    fileprivate var signed: UnsafeMutablePointer<Int16> { assumingMemoryBound(to: Int16.self) }
    fileprivate var words: UnsafeMutablePointer<UInt32> { assumingMemoryBound(to: UInt32.self) }
}
