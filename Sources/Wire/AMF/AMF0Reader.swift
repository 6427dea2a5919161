/// Reads AMF0 values one after another from the bytes of a message.
///
/// Bounded against hostile bytes: nesting and number of values have limits, and no length field reserves memory.
public struct AMF0Reader: Sendable {
    /// How far a peer may go.
    public struct Limits: Hashable, Sendable {
        /// Objects and arrays inside each other; default 16.
        public var depth = 16
        /// Values in all, inner ones included; default 4096.
        public var values = 4096

        public init() {}
    }

    private var input: ByteReader
    private let limits: Limits
    private var valuesLeft: Int

    /// A reader at the first of `bytes`, or at `offset`.
    public init(_ bytes: [UInt8], offset: Int = 0, limits: Limits = Limits()) {
        input = ByteReader(bytes, position: offset)
        self.limits = limits
        valuesLeft = limits.values
    }

    /// Nothing is left to read.
    public var isAtEnd: Bool { input.remaining == 0 }

    /// Bytes already read.
    public var position: Int { input.position }

    /// The next value; nil at the end. After an error the rest cannot be read.
    public mutating func next() throws(AMF0Error) -> AMF0Value? {
        guard !isAtEnd else { return nil }
        return try value(depth: 0)
    }

    /// All values up to the end.
    public static func values(in bytes: [UInt8], limits: Limits = Limits()) throws(AMF0Error) -> [AMF0Value] {
        var reader = AMF0Reader(bytes, limits: limits)
        var values: [AMF0Value] = []
        while let value = try reader.next() { values.append(value) }
        return values
    }

    private mutating func value(depth: Int) throws(AMF0Error) -> AMF0Value {
        guard depth <= limits.depth else { throw .tooDeep(limit: limits.depth) }
        guard valuesLeft > 0 else { throw .tooManyValues(limit: limits.values) }
        valuesLeft -= 1
        switch try needed(input.unsigned8()) {
        case AMF0Value.Marker.number:
            return .number(Double(bitPattern: try needed(input.unsigned64())))
        case AMF0Value.Marker.boolean:
            return .boolean(try needed(input.unsigned8()) != 0)
        case AMF0Value.Marker.string:
            return .string(try shortString())
        case AMF0Value.Marker.longString:
            let length = try needed(input.unsigned32())
            return .string(AMF0String(bytes: try needed(input.take(Int(length)))))
        case AMF0Value.Marker.object:
            return .object(try properties(depth: depth))
        case AMF0Value.Marker.null:
            return .null
        case AMF0Value.Marker.undefined:
            return .undefined
        case AMF0Value.Marker.ecmaArray:
            // The count is informative: writers in the field put 0 or anything there (AMF0, 2.10).
            _ = try needed(input.unsigned32())
            return .ecmaArray(try properties(depth: depth))
        case AMF0Value.Marker.strictArray:
            let count = try needed(input.unsigned32())
            var values: [AMF0Value] = []
            for _ in 0..<count { values.append(try value(depth: depth + 1)) }
            return .strictArray(values)
        case AMF0Value.Marker.date:
            let milliseconds = Double(bitPattern: try needed(input.unsigned64()))
            return .date(milliseconds: milliseconds, timeZone: Int16(bitPattern: try needed(input.unsigned16())))
        case let marker:
            throw .unknownMarker(marker)
        }
    }

    private mutating func properties(depth: Int) throws(AMF0Error) -> [AMF0Property] {
        var properties: [AMF0Property] = []
        while true {
            let name = try shortString()
            if name.bytes.isEmpty, input.position < input.bytes.count,
                input.bytes[input.position] == AMF0Value.Marker.objectEnd
            {
                _ = input.unsigned8()
                return properties
            }
            properties.append(AMF0Property(name, try value(depth: depth + 1)))
        }
    }

    private mutating func shortString() throws(AMF0Error) -> AMF0String {
        let length = try needed(input.unsigned16())
        return AMF0String(bytes: try needed(input.take(Int(length))))
    }

    private func needed<Value>(_ value: Value?) throws(AMF0Error) -> Value {
        guard let value else { throw .truncated }
        return value
    }
}
