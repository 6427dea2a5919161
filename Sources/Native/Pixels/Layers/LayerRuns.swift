import COnAirPixelKernels

/// Where a prepared layer shows anything: for each row of blocks, the runs that are not transparent. Belongs to one thread.
///
/// Its pointers are valid until the next `begin` or until this is let go; they grow and are used again.
final class LayerRuns {
    /// Pixels that are looked at together.
    private static let tile = 32

    private var runs: UnsafeMutablePointer<LayerRun>
    private var capacity = 1
    /// One past the last run of each row of blocks, after a 0.
    private var ends: UnsafeMutablePointer<Int>
    private var rowCapacity = 1
    private var rows = 0
    private let tiles = ScratchMemory()

    init() {
        runs = .allocate(capacity: 1)
        ends = .allocate(capacity: 1)
        ends[0] = 0
    }

    deinit {
        runs.deallocate()
        ends.deallocate()
    }

    /// Forgets everything and makes room for `blockRows` rows of `width` pixels.
    func begin(width: Int, blockRows: Int) {
        let needed = (width + Self.tile - 1) / Self.tile * blockRows
        if needed > capacity {
            runs.deallocate()
            capacity = needed
            runs = .allocate(capacity: needed)
        }
        if blockRows + 1 > rowCapacity {
            ends.deallocate()
            rowCapacity = blockRows + 1
            ends = .allocate(capacity: rowCapacity)
        }
        ends[0] = 0
        rows = 0
    }

    /// Adds the next row of blocks, out of its two rows of opacities.
    func add(_ upper: UnsafePointer<UInt8>, _ lower: UnsafePointer<UInt8>, width: Int) {
        let count = (width + Self.tile - 1) / Self.tile
        let kinds = tiles.reserve(count)
        onair_alpha_tiles(upper, lower, kinds, Int32(width))
        var end = ends[rows]
        let first = end
        for tile in 0..<count where kinds[tile] != 0 {
            let start = UInt16(tile * Self.tile / 2)
            let stop = UInt16(min((tile + 1) * Self.tile, width) / 2)
            let isOpaque = kinds[tile] == 2
            if end > first, runs[end - 1].end == start, runs[end - 1].isOpaque == isOpaque {
                runs[end - 1].end = stop
            } else {
                runs[end] = LayerRun(start: start, end: stop, isOpaque: isOpaque)
                end += 1
            }
        }
        rows += 1
        ends[rows] = end
    }

    /// The runs of a row of blocks.
    func runs(ofRow row: Int) -> UnsafeBufferPointer<LayerRun> {
        UnsafeBufferPointer(start: runs + ends[row], count: ends[row + 1] - ends[row])
    }
}
