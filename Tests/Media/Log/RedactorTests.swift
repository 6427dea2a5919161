import OnAirMedia
import OnAirTestKit
import Testing

@Suite("Redactor")
struct RedactorTests {
    @Test(
        "Known forms lose their secret and keep what helps to find a fault",
        arguments: [
            ("rtmp://host/live/KEY", "rtmp://host/live/***"),
            ("rtmp://host/live/more/KEY", "rtmp://host/live/***"),
            ("rtmp://host/live/KEY?token=KEY&x=1", "rtmp://host/live/***"),
            ("rtmp://host/KEY?user=u&pass=p", "rtmp://host/***"),
            ("rtmp://host/live?authmod=adobe&user=KEY&challenge=1&response=KEY", "rtmp://host/***"),
            ("rtmp://host/live/x?authmod=llnw&user=KEY&response=KEY", "rtmp://host/live/***"),
            ("rtmp://host/live", "rtmp://host/live"),
            ("rtmp://host/live/", "rtmp://host/live/"),
            ("rtmp://host", "rtmp://host"),
            ("rtmps://u:KEY@host:443/app/KEY", "rtmps://***@host:443/app/***"),
            ("rtmp://u:K@EY@host/app", "rtmp://***@host/app"),
            ("rtmp://u:KEY/x@host/app/KEY", "rtmp://***"),
            ("rtmp://[::1]:1935/app/KEY", "rtmp://[::1]:1935/app/***"),
            ("RTMP://host/app/KEY", "RTMP://host/app/***"),
            ("http://host/path?x=KEY", "http://host/path?***"),
            ("srt://host:9000?streamid=KEY&passphrase=KEY", "srt://host:9000?***"),
            ("srt://u:KEY@host:9000?mode=caller&streamid=#!::r=KEY,m=publish", "srt://***@host:9000?***"),
            ("https://host/whip/KEY#frag", "https://host/whip/***"),
            ("could not reach rtmp://host/app/KEY: refused", "could not reach rtmp://host/app/*** refused"),
            ("url=\"rtmp://host/app/KEY\" state=up", "url=\"rtmp://host/app/***\" state=up"),
            ("Authorization: Bearer KEY", "Authorization: Bearer ***"),
            ("authorization=Basic KEY", "authorization=Basic ***"),
            ("sent bearer KEY twice", "sent bearer *** twice"),
            ("streamid=#!::r=live,m=publish,KEY mode=caller", "streamid=*** mode=caller"),
            ("passphrase: KEY", "passphrase: ***"),
            (
                "{\"passphrase\":\"KEY with spaces\",\"mode\":\"caller\"}",
                "{\"passphrase\":\"***\",\"mode\":\"caller\"}"
            ),
            ("access_token=KEY&x", "access_token=***"),
            ("X-Auth-Token: KEY", "X-Auth-Token: ***"),
            ("password='KEY", "password='***"),
            ("the token is gone", "the token is gone"),
            ("a.b.example: 12 frames - ok", "a.b.example: 12 frames - ok"),
            ("", ""),
            ("://", "://"),
            ("x://", "x://"),
            ("token=", "token="),
        ])
    func forms(text: String, expected: String) {
        let redacted = Redactor().redact(text)
        #expect(redacted == expected)
        #expect(!redacted.contains("KEY"))
        #expect(Redactor().redact(redacted) == redacted, "redacting twice changes nothing more")
    }

    @Test("A registered secret disappears wherever it stands, as it is and as a URL writes it")
    func registered() {
        var redactor = Redactor()
        redactor.add("ca na/ry?ü")
        #expect(redactor.redact("publish denied for ca na/ry?ü!") == "publish denied for ***!")
        #expect(redactor.redact("GET /x%3Dca%20na%2Fry%3F%C3%BC") == "GET /x%3D***")
    }

    @Test("A secret that contains another goes as a whole")
    func nested() {
        var redactor = Redactor()
        redactor.add("canary")
        redactor.add("canary-long")
        #expect(redactor.redact("canary-long canary") == "*** ***")
    }

    @Test("A very short secret is removed only where it stands alone")
    func short() {
        var redactor = Redactor()
        redactor.add("a")
        redactor.add("")
        #expect(redactor.redact("a cat sat (a)") == "*** cat sat (***)")
    }

    @Test("No text makes it fail, and a secret is never in what comes out")
    func anyText() {
        var random = SeededGenerator(seed: 7)
        let pieces = [
            "rtmp", "://", "/", "?", "@", ":", "[", "]", "canary", " ", "\"", "token", "=", "bearer", "é", "\u{0}", "#",
        ]
        var redactor = Redactor()
        redactor.add("canary")
        for _ in 0..<3000 {
            let text = (0..<Int.random(in: 0...14, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined()
            let redacted = redactor.redact(text)
            #expect(!redacted.contains("canary"), "\(text)")
            #expect(redactor.redact(redacted) == redacted, "\(text)")
        }
    }
}
