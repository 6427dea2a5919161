/// How far the adobe or llnw authentication with a server has come. It goes over up to three connections: one that the
/// server refuses naming the scheme, one that tells the user and gets a challenge, one that answers it. This value is
/// what goes from one connection to the next: the query that is appended to `app` and `tcUrl` there.
///
/// Neither scheme has a specification; this is what FMLE, librtmp, FFmpeg and GStreamer send.
package struct RTMPAuthentication: Hashable, Sendable {
    /// What a refused `connect` means.
    package enum Verdict: Hashable, Sendable {
        /// It was not about authentication.
        case unrelated
        /// Connect again with this.
        case goOn(RTMPAuthentication)
        /// The server asks, and there are no credentials.
        case noCredentials
        /// The server asks by a scheme that is not known here.
        case unknownScheme(String)
        /// The server does not accept what it got. Also where it asks again: nobody goes round in circles.
        case refused
    }

    private enum Stage: Hashable, Sendable {
        case untold
        case introduced
        case answered
    }

    private enum Scheme: String, Hashable, Sendable {
        case adobe
        case llnw
    }

    private var stage = Stage.untold
    /// What is appended to `app` and `tcUrl`, from the question mark on; empty in the first connection.
    package private(set) var query: [UInt8] = []

    package init() {}

    private init(_ stage: Stage, _ query: [UInt8]) {
        self.stage = stage
        self.query = query
    }

    /// `text` with the query behind it; a query it has already goes on.
    package func appended(to text: String) -> AMF0String {
        guard !query.isEmpty else { return AMF0String(text) }
        let bytes = Array(text.utf8)
        let holdsQuery = bytes.contains(UInt8(ascii: "?"))
        return AMF0String(bytes: bytes + (holdsQuery ? [UInt8(ascii: "&")] + query.dropFirst() : query))
    }

    /// What to do after `connect` was refused with `description`.
    ///
    /// - Parameters:
    ///   - app: the application, which llnw hashes.
    ///   - nonce: a random number for the answer, fresh for each connection.
    package func verdict(
        _ description: AMF0String, credentials: RTMPCredentials?, app: String, nonce: UInt32
    ) -> Verdict {
        guard let demand = RTMPAuthenticationDemand(description) else { return .unrelated }
        switch demand {
        case .refused:
            return .refused
        case .user(let name):
            guard let credentials else { return .noCredentials }
            guard let scheme = Scheme(rawValue: name) else { return .unknownScheme(name) }
            guard stage == .untold else { return .refused }
            return .goOn(Self(.introduced, Self.introduction(scheme, credentials)))
        case .answer(let name, let fields):
            guard let credentials else { return .noCredentials }
            guard let scheme = Scheme(rawValue: name) else { return .unknownScheme(name) }
            guard stage != .answered else { return .refused }
            let own = Self.hexadecimal(nonce)
            let rest =
                switch scheme {
                case .adobe: Self.adobeAnswer(fields, credentials, challenge: own)
                case .llnw: Self.llnwAnswer(fields, credentials, app: app, clientNonce: own)
                }
            return .goOn(Self(.answered, Self.introduction(scheme, credentials) + rest))
        }
    }

    private static func introduction(_ scheme: Scheme, _ credentials: RTMPCredentials) -> [UInt8] {
        Array("?authmod=\(scheme.rawValue)&user=".utf8) + escaped(credentials.user)
    }

    /// base64(md5(base64(md5(user salt password)) opaque-or-challenge our-challenge)).
    private static func adobeAnswer(
        _ fields: RTMPAuthenticationDemand.Fields, _ credentials: RTMPCredentials, challenge: [UInt8]
    ) -> [UInt8] {
        let secret = Array(credentials.user.utf8) + fields.salt + Array(credentials.password.utf8)
        let first = Base64.encoded(credentials.digest(secret))
        let response = Base64.encoded(
            credentials.digest(first + (fields.opaque ?? fields.challenge ?? []) + challenge))
        return Array("&challenge=".utf8) + challenge + Array("&response=".utf8) + response
            + (fields.opaque.map { Array("&opaque=".utf8) + $0 } ?? [])
    }

    /// HTTP's digest (RFC 2617, 3.2.2) with realm `live`, method `publish`, and the application with its instance as
    /// the path.
    private static func llnwAnswer(
        _ fields: RTMPAuthenticationDemand.Fields, _ credentials: RTMPCredentials, app: String, clientNonce: [UInt8]
    ) -> [UInt8] {
        let hash = { (text: [UInt8]) in credentials.digest(text).flatMap { hexadecimal($0) } }
        let nonce = fields.nonce ?? []
        let path = app.utf8.contains(UInt8(ascii: "/")) ? app : app + "/_definst_"
        let user = hash(Array("\(credentials.user):live:\(credentials.password)".utf8))
        let place = hash(Array("publish:/\(path)".utf8))
        let response = hash(
            user + colon + nonce + colon + Array("00000001:".utf8) + clientNonce + Array(":auth:".utf8) + place)
        return Array("&nonce=".utf8) + nonce + Array("&cnonce=".utf8) + clientNonce
            + Array("&nc=00000001&response=".utf8) + response
    }

    private static let colon = [UInt8(ascii: ":")]
    private static let digits = Array("0123456789abcdef".utf8)

    private static func hexadecimal(_ byte: UInt8) -> [UInt8] { [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }

    private static func hexadecimal(_ number: UInt32) -> [UInt8] {
        stride(from: 24, through: 0, by: -8).flatMap { hexadecimal(UInt8(truncatingIfNeeded: number >> UInt32($0))) }
    }

    /// Only what would end the value or the query is escaped: servers compare the rest as it stands.
    private static func escaped(_ user: String) -> [UInt8] {
        user.utf8.flatMap { byte -> [UInt8] in
            guard byte <= 0x20 || byte == 0x7F || "&?#%+".utf8.contains(byte) else { return [byte] }
            let code = hexadecimal(byte).map { (0x61...0x66).contains($0) ? $0 - 0x20 : $0 }
            return [UInt8(ascii: "%")] + code
        }
    }
}
