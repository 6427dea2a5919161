/// What the description of a refused `connect` says about authentication. The schemes have no field of their own in
/// RTMP; servers write, in this order over three connections:
///
///     [ AccessManager.Reject ] : [ code=403 need auth; authmod=adobe ] :
///     [ AccessManager.Reject ] : [ authmod=adobe ] : ?reason=needauth&user=u&salt=s&challenge=c&opaque=o
///     [ AccessManager.Reject ] : [ authmod=adobe ] : ?reason=authfailed&opaque=o
///
/// and with `authmod=llnw` a `nonce` instead of salt, challenge and opaque.
enum RTMPAuthenticationDemand: Hashable, Sendable {
    /// The server wants to be told the user; `scheme` is what `authmod` says.
    case user(scheme: String)
    /// The server asks for the answer to what its fields hold.
    case answer(scheme: String, Fields)
    /// The server does not accept the user or the password.
    case refused

    /// The values after `?reason=needauth`, as they stand there.
    struct Fields: Hashable, Sendable {
        var salt: [UInt8] = []
        var challenge: [UInt8]?
        var opaque: [UInt8]?
        var nonce: [UInt8]?
    }

    /// No service needs more, and what is read is sent back.
    private static let longestValue = 1024
    private static let longestText = 8192

    /// Nil where the text says nothing about a scheme.
    init?(_ description: AMF0String) {
        let bytes = Array(description.bytes.prefix(Self.longestText))
        guard let start = Self.position(after: "authmod=", in: bytes) else { return nil }
        let scheme = String(decoding: bytes[start...].prefix(32).prefix { Self.isName($0) }, as: UTF8.self)
        guard let query = Self.position(after: "?reason=", in: bytes) else {
            self = .user(scheme: scheme)
            return
        }
        let parts = bytes[query...].split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        guard let reason = parts.first, reason.elementsEqual("needauth".utf8) else {
            // `authfailed`, `nosuchuser`, or a reason nobody has met: none of them is a demand.
            self = .refused
            return
        }
        var fields = Fields()
        for part in parts.dropFirst() {
            guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let value = part[(equals + 1)...].prefix { $0 > 0x20 && $0 != 0x7F }
            guard value.count <= Self.longestValue else { continue }
            switch String(decoding: part[..<equals], as: UTF8.self) {
            case "salt": fields.salt = Array(value)
            case "challenge": fields.challenge = Array(value)
            case "opaque": fields.opaque = Array(value)
            case "nonce": fields.nonce = Array(value)
            default: break
            }
        }
        self = .answer(scheme: scheme, fields)
    }

    private static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// The first index behind `text`; nil where it does not occur.
    private static func position(after text: StaticString, in bytes: [UInt8]) -> Int? {
        text.withUTF8Buffer { text in
            guard bytes.count >= text.count else { return nil }
            for start in 0...(bytes.count - text.count)
            where bytes[start..<(start + text.count)].elementsEqual(text) {
                return start + text.count
            }
            return nil
        }
    }
}
