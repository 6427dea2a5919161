/// Turns what a server says into text that may be shown: valid UTF-8 without control characters, at most 300
/// characters, and without the stream key, which some servers repeat.
struct RTMPServerText: Sendable {
    private static let limit = 300
    private static let mask = Array("…".utf8)
    /// Nobody's secret is shorter, and hiding single letters would leave no text.
    private static let shortestSecret = 4

    /// The key as it is, then its path and its query, longest first.
    private let secrets: [[UInt8]]

    init(hiding streamName: [UInt8]) {
        let parts = streamName.split(separator: UInt8(ascii: "?"), maxSplits: 1).map(Array.init)
        secrets = ([streamName] + parts).filter { $0.count >= Self.shortestSecret }
    }

    func clean(_ text: AMF0String) -> String {
        var bytes = text.bytes
        for secret in secrets { bytes = Self.replacing(secret, in: bytes) }
        let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control ? " " : scalar
        }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(String(view).prefix(Self.limit))
    }

    private static func replacing(_ secret: [UInt8], in bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var position = 0
        while position < bytes.count {
            if bytes[position...].starts(with: secret) {
                result += mask
                position += secret.count
            } else {
                result.append(bytes[position])
                position += 1
            }
        }
        return result
    }
}
