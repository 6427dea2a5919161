import OnAirTestKit
import OnAirWire

extension FuzzTarget {
    /// The refusals of servers that ask for a user and a password: at most two steps, and a query that is one.
    static let authentication = FuzzTarget(
        "authentication", share: 6,
        seeds: [
            "[ AccessManager.Reject ] : [ code=403 need auth; authmod=adobe ] : ",
            "[ AccessManager.Reject ] : [ authmod=adobe ] : ?reason=needauth&user=u&salt=s=&challenge=c&opaque=o",
            "[ AccessManager.Reject ] : [ authmod=llnw ] : ?reason=needauth&user=u&nonce=n",
            "[ AccessManager.Reject ] : [ authmod=adobe ] : ?reason=authfailed&opaque=o",
        ].map { Array($0.utf8) },
        words: ["authmod=", "adobe", "llnw", "?reason=", "needauth", "&", "=", "salt", "nonce", "opaque", "challenge"]
            .map { Array($0.utf8) },
        check: { input, _ throws(FuzzFinding) in
            let credentials = RTMPCredentials(user: "us&er", password: "canary") { bytes in
                (0..<16).map { UInt8(truncatingIfNeeded: bytes.count &+ $0) }
            }
            var state = RTMPAuthentication()
            for step in 0..<4 {
                let verdict = state.verdict(AMF0String(bytes: input), credentials: credentials, app: "live", nonce: 7)
                guard case .goOn(let next) = verdict else { return }
                try FuzzFinding.unless(step < 2, "it goes round in circles")
                let query = next.query
                try FuzzFinding.unless(query.starts(with: "?authmod=".utf8), "the query has no scheme")
                try FuzzFinding.unless(
                    query.count(where: { $0 == UInt8(ascii: "?") }) <= 1 + input.count(where: { $0 == 0x3F }),
                    "a query inside the query")
                try FuzzFinding.unless(query.allSatisfy { $0 > 0x20 && $0 != 0x7F }, "a control character in the query")
                let text = String(decoding: query, as: UTF8.self)
                try FuzzFinding.unless(
                    !text.contains("canary") || String(decoding: input, as: UTF8.self).contains("canary"),
                    "the password is in the query")
                state = next
            }
        })
}
