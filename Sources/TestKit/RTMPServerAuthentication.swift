import OnAirWire

/// How a test server demands a user and a password, by the adobe or the llnw scheme, and checks what it gets with a
/// computation of its own. The same in every connection, so that it needs to remember nothing between them.
public struct RTMPServerAuthentication: Sendable {
    public enum Scheme: String, Sendable, CaseIterable {
        case adobe
        case llnw
    }

    public var scheme: Scheme
    public var user: String
    public var password: String
    /// What the challenge holds.
    public var salt = "c2FsdA=="
    public var challenge = "Y2hhbGxlbmdl"
    /// Nil leaves it out, as some servers do: then the challenge is hashed in its place.
    public var opaque: String? = "b3BhcXVl"
    public var nonce = "MTIzNDU2"
    /// Refuses whatever answer comes by asking anew, as a broken server would.
    public var asksForEver = false
    /// MD5.
    let digest: @Sendable ([UInt8]) -> [UInt8]

    public init(
        scheme: Scheme, user: String, password: String, md5: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) {
        self.scheme = scheme
        self.user = user
        self.password = password
        digest = md5
    }

    /// The description of the refusal for a `connect` with `app`; nil lets it in.
    func refusal(app: String) -> String? {
        let reject = "[ AccessManager.Reject ] : "
        guard let mark = app.firstIndex(of: "?") else {
            return reject + "[ code=403 need auth; authmod=\(scheme.rawValue) ] : "
        }
        let named = reject + "[ authmod=\(scheme.rawValue) ] : "
        var fields: [String: String] = [:]
        for pair in app[app.index(after: mark)...].split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1).map(String.init)
            fields[sides[0]] = sides.count > 1 ? sides[1] : ""
        }
        guard fields["authmod"] == scheme.rawValue else { return named + "?reason=authfailed" }
        guard fields["user"] == user else { return named + "?reason=nosuchuser" }
        guard let response = fields["response"], !asksForEver else {
            let hidden = opaque.map { "&opaque=\($0)" } ?? ""
            return named + "?reason=needauth&user=\(user)"
                + (scheme == .adobe ? "&salt=\(salt)&challenge=\(challenge)\(hidden)" : "&nonce=\(nonce)")
        }
        let expected =
            switch scheme {
            case .adobe: adobe(fields)
            case .llnw: llnw(fields, app: String(app[..<mark]))
            }
        return response == expected ? nil : named + "?reason=authfailed"
    }

    private func adobe(_ fields: [String: String]) -> String? {
        guard fields["opaque"] == opaque, let theirs = fields["challenge"] else { return nil }
        let secret = base64(user + salt + password)
        return base64(secret + (opaque ?? challenge) + theirs)
    }

    private func llnw(_ fields: [String: String], app: String) -> String? {
        guard fields["nonce"] == nonce, let count = fields["nc"], let theirs = fields["cnonce"] else { return nil }
        let person = hexadecimal("\(user):live:\(password)")
        let place = hexadecimal("publish:/\(app)" + (app.contains("/") ? "" : "/_definst_"))
        return hexadecimal("\(person):\(nonce):\(count):\(theirs):auth:\(place)")
    }

    private func base64(_ text: String) -> String {
        String(decoding: Base64.encoded(digest(Array(text.utf8))), as: UTF8.self)
    }

    private func hexadecimal(_ text: String) -> String {
        digest(Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
