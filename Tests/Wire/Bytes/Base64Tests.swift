import OnAirWire
import Testing

@Suite struct Base64Tests {
    @Test(
        "Encodes as RFC 4648, 10 does",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func vectors(_ text: String, _ encoded: String) {
        #expect(String(decoding: Base64.encoded(Array(text.utf8)), as: UTF8.self) == encoded)
    }

    @Test("The last two letters of the alphabet are + and /")
    func alphabet() {
        #expect(String(decoding: Base64.encoded([0xFB, 0xEF, 0xFF]), as: UTF8.self) == "++//")
    }
}
