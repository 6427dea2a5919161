/// Takes secrets out of text. The only one in the house: logs, errors, statistics and pages all use it.
///
/// By their form it knows
/// - in any `scheme://…`: user info, query, fragment, and the path after its first segment (the stream key comes
///   after the app); for the RTMP schemes also a lone segment that carries a query, which is a key without an app;
/// - `Bearer …` and `Basic …` credentials;
/// - the values of `streamid`, `passphrase`, `password`, `token` and their like in `name=value` or `name: value`.
///
/// Besides these it removes exact secrets that were registered, such as a key with spaces in it, which no form
/// betrays. Pure and idempotent: redacting twice changes nothing more.
public struct Redactor: Sendable {
    /// What stands in place of a secret.
    public static let mark = "***"

    private static let markBytes = Array(mark.utf8)
    /// Shorter secrets are removed only where they stand alone, lest the key `a` eat every `a`.
    private static let shortestFree = 4

    /// Longest first, so that a secret that contains another goes as a whole.
    private var secrets: [[UInt8]] = []

    /// A redactor that knows secrets by their form only.
    public init() {}

    /// Removes `secret` too from now on, as it is and as it looks when written into a URL.
    public mutating func add(_ secret: String) {
        for form in [Array(secret.utf8), Self.percentEncoded(secret)] where !form.isEmpty && !secrets.contains(form) {
            secrets.append(form)
        }
        secrets.sort { $0.count > $1.count }
    }

    /// `text` without secrets.
    public func redact(_ text: String) -> String {
        var bytes = Array(text.utf8)
        for secret in secrets { bytes = Self.removing(secret, from: bytes) }
        return String(decoding: FormScanner(bytes, mark: Self.markBytes).scanned(), as: UTF8.self)
    }

    /// `field` without secrets: a field named like a secret loses its whole value.
    func redact(_ field: LogField) -> LogField {
        let hidden = FormScanner.isSecretName(Array(field.name.utf8))
        return LogField(name: field.name, value: hidden ? Self.mark : redact(field.value))
    }

    private static func removing(_ secret: [UInt8], from bytes: [UInt8]) -> [UInt8] {
        guard bytes.count >= secret.count else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let end = index + secret.count
            if end <= bytes.count, bytes[index] == secret[0], bytes[index..<end].elementsEqual(secret),
                secret.count >= shortestFree || standsAlone(index..<end, in: bytes)
            {
                result += markBytes
                index = end
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result
    }

    private static func standsAlone(_ range: Range<Int>, in bytes: [UInt8]) -> Bool {
        let before = range.lowerBound == 0 || !FormScanner.isWord(bytes[range.lowerBound - 1])
        let after = range.upperBound == bytes.count || !FormScanner.isWord(bytes[range.upperBound])
        return before && after
    }

    private static func percentEncoded(_ text: String) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        for byte in text.utf8 {
            if FormScanner.isWord(byte) && byte < 0x80 || "-.~".utf8.contains(byte) {
                result.append(byte)
            } else {
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return result
    }
}
