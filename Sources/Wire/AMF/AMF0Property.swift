/// One named value of an AMF0 object or ECMA array.
public struct AMF0Property: Equatable, Sendable {
    public let name: AMF0String
    public let value: AMF0Value

    /// - Precondition: the name has at most 65535 bytes, all that its length field can say.
    public init(_ name: AMF0String, _ value: AMF0Value) {
        precondition(name.bytes.count <= 0xFFFF, "an AMF0 property name has at most 65535 bytes")
        self.name = name
        self.value = value
    }
}
