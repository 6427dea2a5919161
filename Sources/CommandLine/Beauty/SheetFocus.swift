import OnAirMedia

/// Where and how much two pictures of one size differ in luma.
enum SheetFocus {
    private static let block = 8

    /// The sum of all differences.
    static func change(from before: Picture, to after: Picture) -> Int {
        blocks(before, after).sums.reduce(0) { $0 + $1.reduce(0, +) }
    }

    /// The part that changes most, of the picture's shape and about a third of its sides; all of a small picture.
    static func crop(of before: Picture, changedTo after: Picture) -> PictureRect {
        let size = before.format.size
        guard min(size.width, size.height) >= 240 else { return PictureRect(size) }
        let (sums, columns, rows) = blocks(before, after)
        let (width, height) = (max(1, columns * 3 / 8), max(1, rows * 3 / 8))
        // Sums of all above and to the left, so that any part takes four looks.
        var total = [[Int]](repeating: [Int](repeating: 0, count: columns + 1), count: rows + 1)
        for row in 0..<rows {
            for column in 0..<columns {
                total[row + 1][column + 1] =
                    sums[row][column] + total[row][column + 1] + total[row + 1][column] - total[row][column]
            }
        }
        var best = (sum: -1, x: 0, y: 0)
        for y in 0...rows - height {
            for x in 0...columns - width {
                let sum = total[y + height][x + width] - total[y][x + width] - total[y + height][x] + total[y][x]
                if sum > best.sum { best = (sum, x, y) }
            }
        }
        guard best.sum > 0 else { return PictureRect(size) }
        // What changes stands in the middle: many parts have all of a face in them.
        var weighted = (x: 0, y: 0)
        for y in best.y..<best.y + height {
            for x in best.x..<best.x + width {
                weighted.x += sums[y][x] * x
                weighted.y += sums[y][x] * y
            }
        }
        best.x = min(max(weighted.x / best.sum - width / 2, 0), columns - width)
        best.y = min(max(weighted.y / best.sum - height / 2, 0), rows - height)
        return PictureRect(x: best.x * block, y: best.y * block, width: width * block, height: height * block)
    }

    /// The sums of differences in whole blocks; at least one block, which may be cut.
    private static func blocks(_ before: Picture, _ after: Picture) -> (sums: [[Int]], columns: Int, rows: Int) {
        let size = before.format.size
        let (columns, rows) = (max(1, size.width / block), max(1, size.height / block))
        var sums = [[Int]](repeating: [Int](repeating: 0, count: columns), count: rows)
        before.withPlane(0) { before in
            after.withPlane(0) { after in
                for y in 0..<min(size.height, rows * block) {
                    for x in 0..<min(size.width, columns * block) {
                        let difference = Int(before.base[y * before.stride + x]) - Int(after.base[y * after.stride + x])
                        sums[y / block][x / block] += abs(difference)
                    }
                }
            }
        }
        return (sums, columns, rows)
    }
}
