import OnAirFFmpeg
import OnAirMedia
import OnAirTestKit
import OnAirWire
import Testing

/// The adobe and llnw schemes: three connections, of which nobody hears.
@Suite struct RTMPAuthenticationTests {
    static let credentials = RTMPCredentials(user: "alice", password: "s3cret/pw", md5: MessageDigest.md5)

    static func target(_ credentials: RTMPCredentials? = credentials, app: String = "live") -> RTMPTarget {
        var target = Samples.target
        (target.app, target.tcURL, target.credentials) = (app, "rtmp://example.com/\(app)", credentials)
        return target
    }

    /// What a publisher said in each connection of one attempt, and the apps and addresses it told.
    struct Attempt {
        var results: [RTMPPublisherMachine.ReceiveResult] = []
        var apps: [String] = []
        var addresses: [String] = []
    }

    /// Connects as often as the publisher asks for, 20 times at most.
    static func attempt(_ script: RTMPServerScript, _ target: RTMPTarget = target(), pieceSize: Int = 65536) -> Attempt
    {
        var attempt = Attempt()
        var random = SeededGenerator(seed: 7)
        var earlier: RTMPReconnect?
        for _ in 0..<20 {
            var publisher = RTMPPublisherMachine(target: target, continuing: earlier, random: &random)
            publisher.start(now: Samples.start)
            var link = InMemoryLink(
                publisher: publisher, server: RTMPServerMachine(script: script), pieceSize: pieceSize)
            link.exchange(now: Samples.start)
            attempt.results += link.results
            let connect = link.server.commands.first { $0.name == "connect" }
            attempt.apps.append(connect?.values.first?["app"]?.string?.text ?? "")
            attempt.addresses.append(connect?.values.first?["tcUrl"]?.string?.text ?? "")
            guard case .reconnect(let next)? = link.results.last else { break }
            earlier = next
        }
        return attempt
    }

    static func script(
        _ scheme: RTMPServerAuthentication.Scheme, _ change: (inout RTMPServerAuthentication) -> Void = { _ in }
    ) -> RTMPServerScript {
        var script = RTMPServerScript()
        var authentication = RTMPServerAuthentication(
            scheme: scheme, user: credentials.user, password: credentials.password, md5: MessageDigest.md5)
        change(&authentication)
        script.authentication = authentication
        return script
    }

    // HK#682: the two refusals on the way are steps, and nobody sees them.
    @Test(
        "A publisher who knows the password is let in at the third connection, without an error on the way",
        arguments: RTMPServerAuthentication.Scheme.allCases, [1, 65536])
    func letIn(_ scheme: RTMPServerAuthentication.Scheme, _ pieceSize: Int) throws {
        let attempt = Self.attempt(Self.script(scheme), pieceSize: pieceSize)
        #expect(attempt.results.count == 3)
        for result in attempt.results.prefix(2) {
            guard case .reconnect(let next) = result else {
                Issue.record("expected a step, got \(result)")
                return
            }
            #expect(next.reason == .authentication)
        }
        #expect(attempt.results.last == .becamePublishing)
        #expect(attempt.apps[0] == "live")
        #expect(attempt.apps[1] == "live?authmod=\(scheme.rawValue)&user=alice")
        #expect(attempt.apps[2].hasPrefix(attempt.apps[1] + "&"))
        // The same query behind the address, and never the password.
        for (app, address) in zip(attempt.apps, attempt.addresses) {
            #expect(address == "rtmp://example.com/" + app)
            #expect(!address.contains("s3cret"))
        }
    }

    @Test("A server that sends a challenge without opaque is answered too")
    func withoutOpaque() {
        #expect(Self.attempt(Self.script(.adobe) { $0.opaque = nil }).results.last == .becamePublishing)
    }

    /// Computed with Python's hashlib and base64 from the formulas of the two schemes, for the user `alice`, the
    /// password `s3cret/pw` and the client's number 0badcafe.
    @Test(
        "The answers are those of an independent computation",
        arguments: [
            (
                "adobe", "live", "salt=c2FsdA==&challenge=Y2hhbGxlbmdl&opaque=b3BhcXVl",
                "&challenge=0badcafe&response=P+J2Vflh+oa2zC0hZxpacw==&opaque=b3BhcXVl"
            ),
            (
                "adobe", "live", "salt=c2FsdA==&challenge=Y2hhbGxlbmdl",
                "&challenge=0badcafe&response=8xS96DV4sjOnB4PcbAL1YQ=="
            ),
            (
                "llnw", "live", "nonce=MTIzNDU2",
                "&nonce=MTIzNDU2&cnonce=0badcafe&nc=00000001&response=a06e58cebf70b1193f5400c5e9a38336"
            ),
            (
                "llnw", "live/inst", "nonce=MTIzNDU2",
                "&nonce=MTIzNDU2&cnonce=0badcafe&nc=00000001&response=d895a80852ec6692f5c7a0bc28df84e4"
            ),
        ])
    func vectors(_ scheme: String, _ app: String, _ asked: String, _ answer: String) {
        let text = "[ AccessManager.Reject ] : [ authmod=\(scheme) ] : ?reason=needauth&user=alice&\(asked)"
        let verdict = RTMPAuthentication().verdict(
            AMF0String(text), credentials: Self.credentials, app: app, nonce: 0x0BAD_CAFE)
        guard case .goOn(let next) = verdict else {
            Issue.record("expected an answer, got \(verdict)")
            return
        }
        #expect(next.appended(to: app).text == "\(app)?authmod=\(scheme)&user=alice\(answer)")
        #expect(next.appended(to: "a?b").text == "a?b&authmod=\(scheme)&user=alice\(answer)")
    }

    @Test(
        "A wrong password and an unknown user are refused for good", arguments: RTMPServerAuthentication.Scheme.allCases
    )
    func refused(_ scheme: RTMPServerAuthentication.Scheme) {
        let wrong = Self.attempt(Self.script(scheme) { $0.password = "other" })
        #expect(wrong.results.count == 3)
        let stranger = Self.attempt(Self.script(scheme) { $0.user = "bob" })
        #expect(stranger.results.count == 2)
        for result in [wrong.results.last, stranger.results.last] {
            guard case .failed(.authenticationRefused(let text))? = result else {
                Issue.record("expected a refusal, got \(String(describing: result))")
                return
            }
            #expect(text.contains("reason="))
        }
    }

    @Test("A server that asks again and again is left after three connections")
    func noCircle() {
        for scheme in RTMPServerAuthentication.Scheme.allCases {
            let attempt = Self.attempt(Self.script(scheme) { $0.asksForEver = true })
            #expect(attempt.results.count == 3)
            guard case .failed(.authenticationRefused)? = attempt.results.last else {
                Issue.record("expected a refusal, got \(attempt.results)")
                return
            }
        }
        // One that never goes on to the challenge.
        var script = RTMPServerScript()
        script.connect = .reject(
            code: "NetConnection.Connect.Rejected",
            text: "[ AccessManager.Reject ] : [ code=403 need auth; authmod=adobe ] : ")
        let attempt = Self.attempt(script)
        #expect(attempt.results.count == 2)
        guard case .failed(.authenticationRefused)? = attempt.results.last else {
            Issue.record("expected a refusal, got \(attempt.results)")
            return
        }
    }

    @Test("Without credentials the demand is the error, with an unknown scheme its name is")
    func otherEnds() {
        let bare = Self.attempt(Self.script(.adobe), Self.target(nil))
        #expect(
            bare.results == [
                .failed(
                    .authenticationRequired(
                        description: "[ AccessManager.Reject ] : [ code=403 need auth; authmod=adobe ] : "))
            ])
        var script = RTMPServerScript()
        script.connect = .reject(code: "x", text: "[ code=403 need auth; authmod=kerberos ]")
        #expect(Self.attempt(script).results == [.failed(.authenticationUnsupported(scheme: "kerberos"))])
    }

    @Test("A refusal that has nothing to do with authentication stays what it is, and credentials do no harm")
    func unrelated() {
        var script = RTMPServerScript()
        script.connect = .reject(code: "NetConnection.Connect.InvalidApp", text: "no such app")
        #expect(Self.attempt(script).results == [.failed(.connectRejected(description: "no such app"))])
        #expect(Self.attempt(RTMPServerScript()).results == [.becamePublishing])
        #expect(Self.attempt(RTMPServerScript()).apps == ["live"])
    }

    @Test("A user with letters that mean something in a query is escaped, others go as they are")
    func escapedUser() {
        let text = AMF0String("[ code=403 need auth; authmod=adobe ]")
        let credentials = RTMPCredentials(user: "a&b?c#d%e+f g=h@ü", password: "p", md5: MessageDigest.md5)
        let verdict = RTMPAuthentication().verdict(text, credentials: credentials, app: "live", nonce: 1)
        guard case .goOn(let next) = verdict else {
            Issue.record("expected a step, got \(verdict)")
            return
        }
        #expect(
            String(decoding: next.query, as: UTF8.self) == "?authmod=adobe&user=a%26b%3Fc%23d%25e%2Bf%20g=h@ü")
    }

    @Test("No error and no way of printing shows the user, the password or the answer")
    func secrets() {
        var script = Self.script(.adobe) { $0.password = "other" }
        let attempt = Self.attempt(script)
        var dumped = ""
        dump(attempt.results, to: &dumped)
        dump(Self.target(), to: &dumped)
        for text in [dumped, "\(attempt.results)", "\(Self.target())", String(reflecting: attempt.results)] {
            #expect(!text.contains("alice") && !text.contains("s3cret") && !text.contains("response="), "\(text)")
        }
        // A server that repeats what it was told, in whatever it refuses.
        script = RTMPServerScript()
        script.connect = .reject(code: "x", text: "user alice with s3cret/pw may not come in")
        #expect(
            Self.attempt(script).results == [.failed(.connectRejected(description: "user … with … may not come in"))])
    }

    @Test("Rejections cut short at any byte, or with fields missing, end in a step or a refusal")
    func truncated() {
        for scheme in ["adobe", "llnw"] {
            let whole = Array(
                "[ AccessManager.Reject ] : [ authmod=\(scheme) ] : ?reason=needauth&user=u&salt=s&challenge=c&opaque=o&nonce=n"
                    .utf8)
            for count in 0...whole.count {
                let verdict = RTMPAuthentication().verdict(
                    AMF0String(bytes: Array(whole.prefix(count))), credentials: Self.credentials, app: "live", nonce: 1)
                switch verdict {
                case .noCredentials: Issue.record("there are credentials")
                case .unrelated, .goOn, .unknownScheme, .refused: break
                }
            }
        }
    }
}
