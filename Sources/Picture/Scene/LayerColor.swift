/// A colour with opacity, in sRGB codes. Written `#RRGGBB` or `#RRGGBBAA`.
public struct LayerColor: Hashable, Sendable {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8
    /// 255 is opaque. Colours are not premultiplied here.
    public var alpha: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    public static let black = LayerColor(red: 0, green: 0, blue: 0)
    public static let white = LayerColor(red: 255, green: 255, blue: 255)
    public static let clear = LayerColor(red: 0, green: 0, blue: 0, alpha: 0)
}

extension LayerColor: LosslessStringConvertible, Codable {
    /// Reads `#RRGGBB`, `#RRGGBBAA`, with or without the `#`, `#RGB`, or `black`, `white`, `clear`; nil for anything else.
    public init?(_ description: String) {
        switch description {
        case "black": self = .black
        case "white": self = .white
        case "clear": self = .clear
        default:
            let digits = description.hasPrefix("#") ? description.dropFirst() : description[...]
            if digits.utf8.count == 3, description.hasPrefix("#") {
                guard let color = LayerColor("#" + digits.flatMap { [$0, $0] }) else { return nil }
                self = color
                return
            }
            guard digits.utf8.count == 6 || digits.utf8.count == 8, digits.allSatisfy(\.isHexDigit),
                let number = UInt32(digits, radix: 16)
            else { return nil }
            let value = digits.utf8.count == 6 ? number << 8 | 0xFF : number
            self.init(
                red: UInt8(value >> 24), green: UInt8(value >> 16 & 0xFF), blue: UInt8(value >> 8 & 0xFF),
                alpha: UInt8(value & 0xFF))
        }
    }

    /// `#RRGGBB`, or `#RRGGBBAA` where it is not opaque.
    public var description: String {
        func hex(_ value: UInt8) -> String { (value < 16 ? "0" : "") + String(value, radix: 16) }
        return "#" + hex(red) + hex(green) + hex(blue) + (alpha == 255 ? "" : hex(alpha))
    }

    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let color = LayerColor(text) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "“\(text)” is not a colour: write #RRGGBB or #RRGGBBAA"))
        }
        self = color
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
