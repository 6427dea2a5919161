/// The text of an AMF0 string as its bytes. The format says UTF-8; stream keys are whatever the user was given, so bytes
/// go through unchanged.
public struct AMF0String: Hashable, Sendable {
    public var bytes: [UInt8]

    public init(bytes: [UInt8]) { self.bytes = bytes }

    public init(_ text: String) { bytes = Array(text.utf8) }

    /// The bytes as text; what is not UTF-8 becomes U+FFFD.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension AMF0String: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self.init(value) }
}
