import OnAirPublish
import OnAirTestKit
import Testing

@Suite("Destination addresses")
struct AddressTests {
    struct Good: Sendable, CustomTestStringConvertible {
        let text: String
        var host = "host"
        var port: UInt16 = 1935
        let app: String
        let key: String
        let tcURL: String
        let shown: String
        var testDescription: String { text }
    }

    static let good: [Good] = [
        Good(
            text: "rtmp://host/app/key", app: "app", key: "key", tcURL: "rtmp://host/app", shown: "rtmp://host/app/***"),
        // A query belongs to the key, verbatim (HK#398, NGX#1646).
        Good(
            text: "rtmp://host/app/name?a=b&c", app: "app", key: "name?a=b&c", tcURL: "rtmp://host/app",
            shown: "rtmp://host/app/***"),
        Good(
            text: "rtmp://host/app/name?u=http://x/y", app: "app", key: "name?u=http://x/y", tcURL: "rtmp://host/app",
            shown: "rtmp://host/app/***"),
        // A lone segment with a query is a key without an application (RE PR#2163).
        Good(
            text: "rtmp://host/key?user=u&pass=p", app: "", key: "key?user=u&pass=p", tcURL: "rtmp://host/",
            shown: "rtmp://host/***"),
        // A lone segment is an application; a slash at the end changes nothing (MTX#3389, MTX#2563, NGX#8).
        Good(text: "rtmp://host/myapp", app: "myapp", key: "", tcURL: "rtmp://host/myapp", shown: "rtmp://host/myapp"),
        Good(text: "rtmp://host/myapp/", app: "myapp", key: "", tcURL: "rtmp://host/myapp", shown: "rtmp://host/myapp"),
        Good(
            text: "rtmp://host/app/key/", app: "app", key: "key", tcURL: "rtmp://host/app", shown: "rtmp://host/app/***"
        ),
        Good(
            text: "rtmp://host//app//key", app: "app", key: "key", tcURL: "rtmp://host/app",
            shown: "rtmp://host/app/***"),
        // More segments lengthen the application.
        Good(
            text: "rtmp://host/app/inst/_def_/key", app: "app/inst/_def_", key: "key",
            tcURL: "rtmp://host/app/inst/_def_", shown: "rtmp://host/app/inst/_def_/***"),
        // A key is opaque (owncast#2919, OvenMediaEngine#704).
        Good(
            text: "rtmp://host/app/k%20%2F&#+ ü", app: "app", key: "k%20%2F&#+ ü", tcURL: "rtmp://host/app",
            shown: "rtmp://host/app/***"),
        Good(
            text: "rtmp://host/app/\u{301}key", app: "app", key: "\u{301}key", tcURL: "rtmp://host/app",
            shown: "rtmp://host/app/***"),
        // Ports and hosts (re PR#166, OBS PR#9120).
        Good(
            text: "rtmp://host:1935/app/key", app: "app", key: "key", tcURL: "rtmp://host/app",
            shown: "rtmp://host/app/***"),
        Good(
            text: "rtmp://host:443/app/key", port: 443, app: "app", key: "key", tcURL: "rtmp://host:443/app",
            shown: "rtmp://host:443/app/***"),
        Good(
            text: "rtmp://[::1]:1936/app/key", host: "::1", port: 1936, app: "app", key: "key",
            tcURL: "rtmp://[::1]:1936/app", shown: "rtmp://[::1]:1936/app/***"),
        Good(
            text: "rtmp://[2001:db8::1]/app/key", host: "2001:db8::1", app: "app", key: "key",
            tcURL: "rtmp://[2001:db8::1]/app", shown: "rtmp://[2001:db8::1]/app/***"),
        Good(
            text: "rtmp://[fe80::1%25eth0]/app/key", host: "fe80::1%eth0", app: "app", key: "key",
            tcURL: "rtmp://[fe80::1%eth0]/app", shown: "rtmp://[fe80::1%eth0]/app/***"),
        Good(
            text: "RTMP://Host.Example/app/key", host: "Host.Example", app: "app", key: "key",
            tcURL: "rtmp://Host.Example/app", shown: "rtmp://Host.Example/app/***"),
        Good(
            text: "rtmps://host/app/key", port: 443, app: "app", key: "key", tcURL: "rtmps://host/app",
            shown: "rtmps://host/app/***"),
        Good(
            text: "rtmps://host:1935/app/key", port: 1935, app: "app", key: "key", tcURL: "rtmps://host:1935/app",
            shown: "rtmps://host:1935/app/***"),
        Good(
            text: "rtmps://u:p@[2001:db8::1]:443/app/key", host: "2001:db8::1", port: 443, app: "app", key: "key",
            tcURL: "rtmps://[2001:db8::1]/app", shown: "rtmps://***@[2001:db8::1]/app/***"),
        Good(
            text: "rtmp://192.0.2.7/a/b/c?d=/e/f", host: "192.0.2.7", app: "a/b", key: "c?d=/e/f",
            tcURL: "rtmp://192.0.2.7/a/b", shown: "rtmp://192.0.2.7/a/b/***"),
        // User info never reaches tcUrl (HK#1064).
        Good(
            text: "rtmp://user:pa%40ss@host/app/key", app: "app", key: "key", tcURL: "rtmp://host/app",
            shown: "rtmp://***@host/app/***"),
    ]

    @Test("Is taken apart", arguments: good)
    func takenApart(good: Good) throws {
        let address = try RTMPAddress(good.text)
        #expect(address.host == good.host)
        #expect(address.port == good.port)
        #expect(address.app == good.app)
        #expect(Array(address.key.utf8) == Array(good.key.utf8))
        #expect(address.tcURL == good.tcURL)
        #expect(address.description == good.shown)
        #expect(Array(address.target.streamName) == Array(good.key.utf8))
        #expect(address.target.tcURL == good.tcURL)
        #expect(address.target.app == good.app)
    }

    // HK#1178: what indexes past the end of an empty path elsewhere is a typed error here.
    @Test(
        "Says what is wrong, and does not repeat the address",
        arguments: [
            ("", AddressError.Kind.empty), ("rtmp://", .missingHost), ("rtmp:///app/canary", .missingHost),
            ("rtmp://host", .missingPath), ("rtmp://host/", .missingPath), ("rtmp://host//", .missingPath),
            ("rtmp://host?canary", .missingPath), ("rtmp://:1935/app/canary", .missingHost),
            ("rtmp://host:/app/canary", .badPort), ("rtmp://host:0/app/canary", .badPort),
            ("rtmp://host:65536/app/canary", .badPort), ("rtmp://host:12a/app/canary", .badPort),
            ("rtmp://host:-1/app/canary", .badPort), ("rtmp://::1/app/canary", .badHost),
            ("rtmp://[::1/app/canary", .badHost), ("rtmp://[::1]x/app/canary", .badHost),
            ("rtmp://[host]/app/canary", .badHost), ("rtmp://[]/app/canary", .badHost),
            ("rtmp://ho st/app/canary", .badHost), ("rtmp://u:canary%4@host/app/k", .badUserInfo),
            ("rtmp://u:canary%zz@host/app/k", .badUserInfo), ("rtmp://u:%ffcanary@host/app/k", .badUserInfo),
            ("rtmp://u:can/ary@host/app/k", .badPort), ("http://host/app/canary", .unknownScheme),
            ("rtmpt://host/app/canary", .unknownScheme), ("://host/app/canary", .unknownScheme),
            ("rtmp://host/app/canary\n", .controlCharacter), ("rtmp://ho\u{0}st/app/canary", .controlCharacter),
            ("rtmp://host/" + String(repeating: "a", count: 20_000), .tooLong),
            ("rtmps://host/app/canary", .notSupportedYet), ("movie.mp4", .unknownFileType), (".flv", .unknownFileType),
        ])
    func malformed(text: String, kind: AddressError.Kind) {
        let error = #expect(throws: AddressError.self) { try DestinationAddress(text) }
        #expect(error?.kind == kind)
        #expect(error?.description.contains("canary") == false)
        #expect(error?.advice != nil)
    }

    // HK#1875 (Kick), owncast#1069 (a slash in the key).
    @Test("Server and key given apart: no application is fine, and the key may hold anything")
    func apart() throws {
        let key = "live_1/2%2F?x=/&y#z+ ü"
        let kick = try RTMPAddress(server: "rtmps://fa723fc1b171.global-contribute.live-video.net", key: key)
        #expect(kick.app == "")
        #expect(kick.isSecure)
        #expect(kick.port == 443)
        #expect(kick.key == key)
        #expect(kick.tcURL == "rtmps://fa723fc1b171.global-contribute.live-video.net/")
        let usual = try RTMPAddress(server: "rtmp://host:1936/app/more/", key: key)
        #expect(usual.app == "app/more")
        #expect(usual.port == 1936)
        #expect(usual.description == "rtmp://host:1936/app/more/***")
        let error = #expect(throws: AddressError.self) { try RTMPAddress(server: "rtmp://host/app?x", key: "k") }
        #expect(error?.kind == .serverWithQuery)
        #expect(throws: AddressError.self) { try RTMPAddress(server: "rtmp://host/app", key: "k\n") }
    }

    @Test("User and password are decoded, and no way of printing shows them or the key")
    func secrets() throws {
        let address = try RTMPAddress("rtmp://us%3Aer:can%40ary1@host/app/canary2?t=canary3")
        #expect(address.credentials == Credentials(user: "us:er", password: "can@ary1"))
        let destination = DestinationAddress.rtmp(address)
        var dumped = ""
        dump(destination, to: &dumped)
        for text in [
            "\(address)", "\(destination)", String(reflecting: address), String(reflecting: destination), dumped,
        ] {
            #expect(!text.contains("canary") && !text.contains("can@ary") && !text.contains("us:er"), "\(text)")
        }
        #expect(Set(address.secrets).isSuperset(of: ["canary2?t=canary3", "canary2", "canary3", "can@ary1"]))
    }

    @Test(
        "User info is percent-decoded, either side of the first colon",
        arguments: [
            ("u:p", "u", "p"), ("u", "u", ""), ("u:", "u", ""), (":p", "", "p"), ("u:p:q", "u", "p:q"),
            ("%75:%70%3A%2F%40%25", "u", "p:/@%"), ("%C3%BC:p+q", "ü", "p+q"), ("a%20b:%F0%9F%94%91", "a b", "🔑"),
        ])
    func userInfo(_ text: String, _ user: String, _ password: String) throws {
        let address = try RTMPAddress("rtmp://\(text)@host/app/key")
        #expect(address.credentials == Credentials(user: user, password: password))
        // What the protocol core is told: the same, for the answer to a server that asks; and never in tcUrl.
        #expect(address.target.credentials?.user == user)
        #expect(address.target.credentials?.password == password)
        #expect(address.target.tcURL == "rtmp://host/app")
        #expect(try RTMPAddress("rtmp://@host/app/key").target.credentials == nil)
    }

    @Test(
        "A key goes into publish byte for byte",
        arguments: [
            "a/b", "/a", "a%2Fb%", "a&b=c", "a#b", "a+b c", "?a", "a?b?c", "ключ-🔑", "e\u{301}\u{E9}", "a\\b\"c'",
        ])
    func keyBytes(_ key: String) throws {
        let address = try RTMPAddress(server: "rtmp://host/app", key: key)
        #expect(address.target.streamName == Array(key.utf8))
        #expect(address.target.app == "app")
        #expect(address.target.tcURL == "rtmp://host/app")
        #expect("\(address)" == "rtmp://host/app/***")
    }

    @Test("A raw @ in a password does not move the host")
    func rawAt() throws {
        let address = try RTMPAddress("rtmp://u:p@w@host/app/k")
        #expect(address.host == "host")
        #expect(address.credentials?.password == "p@w")
    }

    @Test("A path that ends in .flv is a recording")
    func file() throws {
        #expect(try DestinationAddress("out/My show.FLV") == .flvFile(path: "out/My show.FLV"))
    }

    @Test("No text makes it fail")
    func anyText() {
        let pieces = ["rtmp", "rtmps", "://", "/", "?", "@", ":", "[", "]", "%", "a", "1", "é", "\u{301}", " ", ".flv"]
        var random = SeededGenerator(seed: 3)
        for _ in 0..<5000 {
            let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined()
            _ = try? DestinationAddress(text)
            _ = try? RTMPAddress(server: text, key: text)
        }
    }
}
