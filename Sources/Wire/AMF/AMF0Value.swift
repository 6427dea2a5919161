/// A value of Action Message Format 0 (AMF0 specification, 2). Properties keep their order.
public indirect enum AMF0Value: Equatable, Sendable {
    case number(Double)
    case boolean(Bool)
    /// A string; above 65535 bytes it is written as a long string.
    case string(AMF0String)
    case object([AMF0Property])
    case null
    case undefined
    /// An associative array. Its count is written as the number of properties; readers must not trust it.
    case ecmaArray([AMF0Property])
    case strictArray([AMF0Value])
    /// Milliseconds since 1 January 1970 UTC; the time zone is reserved and should be 0.
    case date(milliseconds: Double, timeZone: Int16)

    /// Type markers (AMF0, 2.1).
    enum Marker {
        static let number: UInt8 = 0x00
        static let boolean: UInt8 = 0x01
        static let string: UInt8 = 0x02
        static let object: UInt8 = 0x03
        static let null: UInt8 = 0x05
        static let undefined: UInt8 = 0x06
        static let ecmaArray: UInt8 = 0x08
        static let objectEnd: UInt8 = 0x09
        static let strictArray: UInt8 = 0x0A
        static let date: UInt8 = 0x0B
        static let longString: UInt8 = 0x0C
    }

    /// The number, where this is one.
    public var number: Double? {
        if case .number(let value) = self { value } else { nil }
    }

    /// The string, where this is one.
    public var string: AMF0String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The first value called `name` of an object or ECMA array; nil where there is none.
    public subscript(name: AMF0String) -> AMF0Value? {
        switch self {
        case .object(let properties), .ecmaArray(let properties): properties.first { $0.name == name }?.value
        case .number, .boolean, .string, .null, .undefined, .strictArray, .date: nil
        }
    }

    package func write(into output: inout WireBuffer) {
        switch self {
        case .number(let value):
            output.append(Marker.number)
            output.append64(value.bitPattern)
        case .boolean(let value):
            output.append(Marker.boolean)
            output.append(value ? 1 : 0)
        case .string(let value) where value.bytes.count > 0xFFFF:
            output.append(Marker.longString)
            output.append32(UInt32(truncatingIfNeeded: value.bytes.count))
            output.append(value.bytes)
        case .string(let value):
            output.append(Marker.string)
            Self.write(name: value, into: &output)
        case .object(let properties):
            output.append(Marker.object)
            Self.write(properties, into: &output)
        case .null:
            output.append(Marker.null)
        case .undefined:
            output.append(Marker.undefined)
        case .ecmaArray(let properties):
            output.append(Marker.ecmaArray)
            output.append32(UInt32(truncatingIfNeeded: properties.count))
            Self.write(properties, into: &output)
        case .strictArray(let values):
            output.append(Marker.strictArray)
            output.append32(UInt32(truncatingIfNeeded: values.count))
            for value in values { value.write(into: &output) }
        case .date(let milliseconds, let timeZone):
            output.append(Marker.date)
            output.append64(milliseconds.bitPattern)
            output.append16(UInt16(bitPattern: timeZone))
        }
    }

    private static func write(name: AMF0String, into output: inout WireBuffer) {
        output.append16(UInt16(truncatingIfNeeded: name.bytes.count))
        output.append(name.bytes)
    }

    private static func write(_ properties: [AMF0Property], into output: inout WireBuffer) {
        for property in properties {
            write(name: property.name, into: &output)
            property.value.write(into: &output)
        }
        output.append24(UInt32(Marker.objectEnd))
    }
}

extension AMF0Value: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral {
    public init(stringLiteral value: String) { self = .string(AMF0String(value)) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
}
