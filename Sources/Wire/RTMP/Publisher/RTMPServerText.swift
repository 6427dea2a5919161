/// Turns what a server says into text that may be shown: valid UTF-8 without control characters, at most 300
/// characters, and without the stream key, the user and the password, which some servers repeat.
struct RTMPServerText: Sendable {
    private static let limit = 300
    private static let mask = Array("…".utf8)
    /// Nobody's secret is shorter, and hiding single letters would leave no text.
    private static let shortestSecret = 4

    /// The key as it is, its path and its query, the user and the password, longest first.
    private let secrets: [[UInt8]]

    init(_ target: RTMPTarget) {
        let parts = target.streamName.split(separator: UInt8(ascii: "?"), maxSplits: 1).map(Array.init)
        let people = target.credentials.map { [Array($0.password.utf8), Array($0.user.utf8)] } ?? []
        secrets = ([target.streamName] + parts + people).filter { $0.count >= Self.shortestSecret }
            .sorted { $0.count > $1.count }
    }

    func clean(_ text: AMF0String) -> String {
        let scalars = String(decoding: front(of: text.bytes), as: UTF8.self).unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control ? " " : scalar
        }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(String(view).prefix(Self.limit))
    }

    /// As much of `bytes` as can be shown, without secrets: a text of megabytes costs no more than a short one.
    private func front(of bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var position = 0
        while position < bytes.count, result.count < 4 * Self.limit {
            if let secret = secrets.first(where: { bytes[position...].starts(with: $0) }) {
                result += Self.mask
                position += secret.count
            } else {
                result.append(bytes[position])
                position += 1
            }
        }
        return result
    }
}
