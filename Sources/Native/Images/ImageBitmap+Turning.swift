import OnAirMedia

extension ImageBitmap {
    /// The picture turned and mirrored by `orientation`; itself where that changes nothing.
    func turned(_ orientation: ImageOrientation) -> ImageBitmap {
        guard orientation != .up else { return self }
        let size = orientation.exchangesAxes ? size.transposed : size
        return withPixels { source in
            ImageBitmap(size: size) { target, targetStride in
                let (lastColumn, lastRow) = (self.size.width - 1, self.size.height - 1)
                for row in 0..<size.height {
                    for column in 0..<size.width {
                        // Back through the turn, then through the mirror.
                        var (x, y) =
                            switch orientation.quarterTurns {
                            case 0: (column, row)
                            case 1: (row, lastRow - column)
                            case 2: (lastColumn - column, lastRow - row)
                            default: (lastColumn - row, column)
                            }
                        if orientation.isMirrored { x = lastColumn - x }
                        y = min(max(y, 0), lastRow)
                        (target + row * targetStride + 4 * column)
                            .update(from: source + y * stride + 4 * x, count: 4)
                    }
                }
            }
        }
    }
}
