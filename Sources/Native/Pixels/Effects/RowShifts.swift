/// Bands of rows that go sideways, in pixels of luma; where they overlap the later ones hold. Holds no memory.
package struct RowShifts: Equatable {
    package struct Band: Equatable {
        var firstRow = 0
        var rows = 0
        var shift = 0.0
    }

    /// Bands at most.
    package static let most = 8

    /// How much further to the right Cb goes, and Cr less, everywhere.
    package var part = 0.0
    private var bands = InlineArray<8, Band>(repeating: Band())
    private(set) var count = 0

    package init() {}

    /// Adds a band, while there is room.
    package mutating func add(firstRow: Int, rows: Int, shift: Double) {
        guard count < Self.most else { return }
        bands[count] = Band(firstRow: firstRow, rows: rows, shift: shift)
        count += 1
    }

    /// Whether nothing moves.
    var isNothing: Bool { count == 0 && part == 0 }

    /// How far to the right row `row` of luma goes.
    func shift(ofRow row: Int) -> Double {
        var shift = 0.0
        for index in 0..<count {
            let band = bands[index]
            if row >= band.firstRow, row < band.firstRow + band.rows { shift = band.shift }
        }
        return shift
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.part == right.part && left.count == right.count
            && (0..<left.count).allSatisfy { left.bands[$0] == right.bands[$0] }
    }
}
