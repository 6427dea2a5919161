extension CubeFile {
    /// The file's text, with six digits after the point.
    public var text: String {
        var text = ""
        text.reserveCapacity(28 * values.count + 200)
        let plain = title.unicodeScalars.filter { $0 != "\"" && $0.value >= 32 }
        if !plain.isEmpty {
            text += "TITLE \""
            for scalar in plain { text.unicodeScalars.append(scalar) }
            text += "\"\n"
        }
        text += "\(shape == .curves ? "LUT_1D_SIZE" : "LUT_3D_SIZE") \(size)\n"
        text += "DOMAIN_MIN \(Self.line(lowest))DOMAIN_MAX \(Self.line(highest))\n"
        for value in values { text += Self.line(value) }
        return text
    }

    private static func line(_ color: SIMD3<Float>) -> String {
        "\(number(color.x)) \(number(color.y)) \(number(color.z))\n"
    }

    private static func number(_ value: Float) -> String {
        let millionths = Int((Double(value) * 1e6).rounded())
        let (whole, rest) = millionths.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        let digits = String(rest)
        return (millionths < 0 ? "-" : "") + "\(whole)." + String(repeating: "0", count: 6 - digits.utf8.count) + digits
    }
}
