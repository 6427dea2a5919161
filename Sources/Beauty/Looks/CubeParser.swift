/// Reads the text of a `.cube` file line by line.
///
/// Numbers are read here: the C library's functions depend on the locale, want an end of text, and take half a second for
/// the largest file.
struct CubeParser {
    private let bytes: [UInt8]
    private let name: String
    private var position = 0
    /// Where the line in hand ends.
    private var end = 0
    private var line = 0

    private var title: String?
    private var shape: CubeFile.Shape?
    private var size = 0
    private var lowest: SIMD3<Float>?
    private var highest: SIMD3<Float>?
    /// Where the domain was last spoken of.
    private var domainLine = 0
    private var values: [SIMD3<Float>] = []
    private var count = 0

    init(_ bytes: [UInt8], name: String) {
        (self.bytes, self.name) = (bytes, name)
        // Some editors mark UTF-8.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    mutating func parse() throws(FilterError) -> CubeFile {
        guard bytes.count <= CubeFile.greatestLength else {
            throw FilterError(.broken, "\(name) is longer than a .cube file can be: 32 MB.")
        }
        while nextLine() {
            skipSpace()
            guard position < end, !isComment else { continue }
            switch bytes[position] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."):
                try readColor()
            default: try readKeyword()
            }
        }
        return try finished()
    }

    private func finished() throws(FilterError) -> CubeFile {
        guard line > 0 else { throw FilterError(.broken, "\(name) is empty: a .cube file was expected.") }
        guard let shape else { throw broken("LUT_1D_SIZE or LUT_3D_SIZE was expected before the end") }
        guard values.count == count else {
            throw broken("\(count) colours were expected, and the text ends after \(values.count)")
        }
        let (low, high) = (lowest ?? SIMD3(repeating: 0), highest ?? SIMD3(repeating: 1))
        guard (high - low).min() >= 1e-6 else {
            throw broken(
                "DOMAIN_MAX was expected to be greater than DOMAIN_MIN in red, green and blue", line: domainLine)
        }
        return CubeFile(title: title ?? "", shape: shape, size: size, lowest: low, highest: high, values: values)
    }

    // MARK: - Lines

    /// Goes to the next line; false at the end of the text.
    private mutating func nextLine() -> Bool {
        if line > 0 {
            position = end
            guard position < bytes.count else { return false }
            if bytes[position] == 13, position + 1 < bytes.count, bytes[position + 1] == 10 { position += 1 }
            position += 1
        }
        guard position < bytes.count else { return false }
        line += 1
        end = position
        while end < bytes.count, bytes[end] != 10, bytes[end] != 13 { end += 1 }
        return true
    }

    private mutating func readColor() throws(FilterError) {
        guard shape != nil else { throw broken("LUT_1D_SIZE or LUT_3D_SIZE was expected before the first colour") }
        guard values.count < count else { throw broken("the end was expected after \(count) colours") }
        if values.isEmpty {
            // A line with three numbers has at least six bytes: what is not there takes no memory.
            values.reserveCapacity(min(count, (bytes.count - position) / 6 + 1))
        }
        values.append(try readThree())
        try expectEnd("three numbers were expected")
    }

    private mutating func readKeyword() throws(FilterError) {
        let start = position
        while position < end, !isSpace(bytes[position]) { position += 1 }
        let keyword = String(decoding: bytes[start..<position], as: UTF8.self)
        if !values.isEmpty { throw broken("a colour was expected, not “\(Self.shown(keyword))”") }
        switch keyword {
        case "TITLE": try readTitle()
        case "LUT_1D_SIZE": try readSize(.curves)
        case "LUT_3D_SIZE": try readSize(.lattice)
        case "DOMAIN_MIN":
            try expectFirst(lowest, keyword)
            lowest = try readThree()
            domainLine = line
        case "DOMAIN_MAX":
            try expectFirst(highest, keyword)
            highest = try readThree()
            domainLine = line
        case "LUT_1D_INPUT_RANGE", "LUT_3D_INPUT_RANGE":
            try expectFirst(lowest, keyword)
            try expectFirst(highest, keyword)
            lowest = SIMD3(repeating: try readNumber())
            highest = SIMD3(repeating: try readNumber())
            domainLine = line
        default:
            throw broken("a keyword or three numbers were expected, not “\(Self.shown(keyword))”")
        }
        try expectEnd("nothing more was expected after \(keyword)")
    }

    private mutating func readTitle() throws(FilterError) {
        try expectFirst(title, "TITLE")
        skipSpace()
        let quote = UInt8(ascii: "\"")
        guard position < end, bytes[position] == quote else {
            // Many programs leave the quotes out: then it is what is left of the line.
            var last = end
            while last > position, isSpace(bytes[last - 1]) { last -= 1 }
            title = String(decoding: bytes[position..<last], as: UTF8.self)
            position = end
            return
        }
        // Up to the last quote, since titles have quotes in them; a comment after it has none.
        guard let close = bytes[(position + 1)..<end].lastIndex(of: quote) else {
            throw broken("a quote was expected at the end of the title")
        }
        title = String(decoding: bytes[(position + 1)..<close], as: UTF8.self)
        position = close + 1
    }

    private mutating func readSize(_ shape: CubeFile.Shape) throws(FilterError) {
        try expectFirst(self.shape, "a size")
        let wanted = "a whole number, \(shape.sizes.lowerBound) to \(shape.sizes.upperBound), was expected as the size"
        skipSpace()
        guard position < end, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) else {
            throw broken(wanted)
        }
        let number = try readNumber()
        guard number == number.rounded(), shape.sizes.contains(Int(number)) else { throw broken(wanted) }
        (self.shape, size) = (shape, Int(number))
        count = shape == .curves ? size : size * size * size
    }

    private func expectFirst(_ value: Any?, _ keyword: String) throws(FilterError) {
        if value != nil { throw broken("\(keyword) was not expected once more") }
    }

    private mutating func expectEnd(_ text: String) throws(FilterError) {
        skipSpace()
        if position < end, !isComment { throw broken(text) }
    }

    // MARK: - Numbers

    private mutating func readThree() throws(FilterError) -> SIMD3<Float> {
        let red = try readNumber()
        let green = try readNumber()
        return SIMD3(red, green, try readNumber())
    }

    /// A number such as `-1.25e-3`, within a million.
    private mutating func readNumber() throws(FilterError) -> Float {
        skipSpace()
        let start = position
        let isNegative = takeSign()
        var digits: UInt64 = 0
        var (places, exponent, isNumber) = (0, 0, false)
        var hasPoint = false
        while position < end {
            let byte = bytes[position]
            if byte == UInt8(ascii: "."), !hasPoint {
                hasPoint = true
            } else if byte >= 48, byte <= 57 {
                isNumber = true
                // Eighteen digits are more than are kept.
                if places < 18 {
                    digits = digits * 10 + UInt64(byte - 48)
                    if digits > 0 { places += 1 }
                    if hasPoint { exponent -= 1 }
                } else if !hasPoint {
                    exponent += 1
                }
            } else {
                break
            }
            position += 1
        }
        if isNumber, position < end, bytes[position] | 32 == UInt8(ascii: "e") {
            position += 1
            let isSmall = takeSign()
            let first = position
            var power = 0
            while position < end, bytes[position] >= 48, bytes[position] <= 57 {
                power = min(power * 10 + Int(bytes[position] - 48), 100_000)
                position += 1
            }
            isNumber = position > first
            exponent += isSmall ? -power : power
        }
        guard isNumber, position == end || isSpace(bytes[position]) || isComment else {
            while position < end, !isSpace(bytes[position]) { position += 1 }
            let word = String(decoding: bytes[start..<position], as: UTF8.self)
            throw broken(word.isEmpty ? "a number was expected" : "a number was expected, not “\(Self.shown(word))”")
        }
        let value = Self.scaled(digits, exponent)
        guard value <= 1e6 else { throw broken("a number within a million was expected") }
        return Float(isNegative ? -value : value)
    }

    private mutating func takeSign() -> Bool {
        guard position < end, bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+") else {
            return false
        }
        position += 1
        return bytes[position - 1] == UInt8(ascii: "-")
    }

    private static let powers: [Double] = (0...22).map { power in (0..<power).reduce(1.0) { value, _ in value * 10 } }

    private static func scaled(_ digits: UInt64, _ exponent: Int) -> Double {
        guard digits > 0, exponent > -400 else { return 0 }
        guard exponent < 400 else { return .infinity }
        var (value, left) = (Double(digits), exponent)
        while left < 0 {
            let step = min(-left, 22)
            value /= powers[step]
            left += step
        }
        while left > 0 {
            let step = min(left, 22)
            value *= powers[step]
            left -= step
        }
        return value
    }

    // MARK: - Words

    /// Whether what is left of the line is a comment.
    private var isComment: Bool { bytes[position] == UInt8(ascii: "#") }

    private func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }

    private mutating func skipSpace() {
        while position < end, isSpace(bytes[position]) { position += 1 }
    }

    private func broken(_ expected: String, line: Int? = nil) -> FilterError {
        FilterError(.broken, "\(name), line \(line ?? self.line): \(expected).")
    }

    /// A word from outside, short and without what a terminal might obey.
    private static func shown(_ word: String) -> String {
        let plain = word.unicodeScalars.prefix(40).map { $0.value >= 32 && $0.value != 127 ? Character($0) : "?" }
        return String(plain) + (word.unicodeScalars.count > 40 ? "…" : "")
    }
}
