/// The colour of a screen, in sRGB codes. Written `#RRGGBB`, `green` or `blue`.
public struct KeyColor: Hashable, Sendable {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// A usual green screen.
    public static let green = KeyColor(red: 0, green: 177, blue: 64)
    /// A usual blue screen.
    public static let blue = KeyColor(red: 0, green: 71, blue: 187)
}

extension KeyColor: LosslessStringConvertible {
    public init?(_ description: String) {
        switch description {
        case "green": self = .green
        case "blue": self = .blue
        default:
            let digits = description.hasPrefix("#") ? description.dropFirst() : description[...]
            guard digits.utf8.count == 6, digits.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
                let number = UInt32(digits, radix: 16)
            else { return nil }
            self.init(
                red: UInt8(number >> 16), green: UInt8(number >> 8 & 0xFF), blue: UInt8(number & 0xFF))
        }
    }

    public var description: String {
        "#"
            + [red, green, blue].map { value in
                let digits = String(value, radix: 16)
                return digits.utf8.count == 1 ? "0" + digits : digits
            }.joined()
    }
}
