/// Letters as pen strokes, for what is printed in the scene: a round pen on a grid of 4 x 6.
enum PaintFont {
    /// Corners of each stroke, column and row; strokes separated by commas.
    private static let strokes: [Character: String] = [
        "A": "06 02 20 42 46,04 44", "B": "00 06 36 45 44 33 03,33 42 41 30 00", "C": "41 30 10 01 05 16 36 45",
        "D": "00 06 26 45 41 20 00", "E": "40 00 06 46,03 33", "F": "40 00 06,03 33",
        "G": "41 30 10 01 05 16 36 45 43 23", "H": "00 06,40 46,03 43", "I": "20 26", "J": "40 45 36 16 05",
        "K": "00 06,40 03 46", "L": "00 06 46", "M": "06 00 23 40 46", "N": "06 00 46 40",
        "O": "10 30 41 45 36 16 05 01 10", "P": "06 00 30 41 42 33 03", "Q": "10 30 41 45 36 16 05 01 10,34 46",
        "R": "06 00 30 41 42 33 03,23 46", "S": "41 30 10 01 02 13 33 44 45 36 16 05", "T": "00 40,20 26",
        "U": "00 05 16 36 45 40", "V": "00 26 40", "W": "00 16 22 36 40", "X": "00 46,40 06", "Y": "00 23 40,23 26",
        "Z": "00 40 06 46", "0": "10 30 41 45 36 16 05 01 10", "1": "11 20 26", "2": "01 10 30 41 42 06 46",
        "3": "00 40 23 33 44 45 36 16 05", "4": "36 30 04 44", "5": "40 00 03 33 44 45 36 06",
        "6": "30 10 01 05 16 36 45 44 33 03", "7": "00 40 16",
        "8": "13 02 01 10 30 41 42 33 13 04 05 16 36 45 44 33", "9": "43 13 02 01 10 30 41 45 36 16",
        ".": "26 26", "-": "13 33",
    ]

    /// Columns from one letter to the next.
    private static let advance: Float = 5.6

    /// How wide `text` is at `height`.
    static func width(_ text: String, height: Float) -> Float {
        (Float(text.count) * advance - (advance - 4)) * height / 6
    }

    /// Prints `text` with its left top corner at `place`; `weight` is the pen's thickness as a part of the height.
    /// Letters that it does not have are blanks.
    static func print(
        _ text: String, at place: SIMD2<Float>, height: Float, weight: Float = 0.15, color: SIMD3<Float>,
        opacity: Float = 1, on surface: PaintSurface
    ) {
        let unit = height / 6
        let pen = height * weight / 2
        for (index, letter) in text.enumerated() {
            let origin = place + SIMD2(Float(index) * advance * unit, 0)
            let lines = segments(letter).map { (origin + $0.0 * unit, origin + $0.1 * unit) }
            guard !lines.isEmpty else { continue }
            let box = SIMD4(origin.x - pen, origin.y - pen, origin.x + 4 * unit + pen, origin.y + height + pen)
            surface.fill(
                box, opacity: opacity,
                { point in
                    var nearest = Float.infinity
                    for line in lines { nearest = min(nearest, PaintShape.line(point, line.0, line.1, pen)) }
                    return nearest
                }, { _ in color })
        }
    }

    /// Prints `text` around `center`.
    static func print(
        _ text: String, around center: SIMD2<Float>, height: Float, weight: Float = 0.15, color: SIMD3<Float>,
        opacity: Float = 1, on surface: PaintSurface
    ) {
        let place = center - SIMD2(width(text, height: height), height) / 2
        print(text, at: place, height: height, weight: weight, color: color, opacity: opacity, on: surface)
    }

    private static func segments(_ letter: Character) -> [(SIMD2<Float>, SIMD2<Float>)] {
        guard let description = strokes[letter] else { return [] }
        return description.split(separator: ",").flatMap { stroke in
            let corners = stroke.split(separator: " ").compactMap { corner -> SIMD2<Float>? in
                let digits = corner.compactMap(\.wholeNumberValue)
                return digits.count == 2 ? SIMD2(Float(digits[0]), Float(digits[1])) : nil
            }
            return Array(zip(corners, corners.dropFirst()))
        }
    }
}
