import OnAirTerminal
import Testing

struct KeyDecoderTests {
    private func keys(_ text: String) -> [LiveKey] {
        var decoder = KeyDecoder()
        return decoder.keys(in: text.utf8)
    }

    @Test("Each key of the help is found, in either case")
    func letters() {
        for key in LiveKey.allCases { #expect(keys(key.symbol) == [key]) }
        #expect(keys("CMTQ") == [.switchCamera, .mute, .torch, .quit])
    }

    @Test("The plus key counts without shift too")
    func plus() { #expect(keys("+=-_") == [.zoomIn, .zoomIn, .zoomOut, .zoomOut]) }

    @Test("Letters that mean nothing, line ends and other alphabets are no keys")
    func strangers() { #expect(keys("xyz \r\n\t\u{7F}äÿ日本") == []) }

    // What xterm sends (XTerm Control Sequences, "PC-Style Function Keys").
    @Test(
        "What special keys send is skipped whole",
        arguments: ["\u{1B}[A", "\u{1B}[15~", "\u{1B}[1;5C", "\u{1B}OC", "\u{1B}OQ", "\u{1B}[<0;10;3M", "\u{1B}m"])
    func sequences(text: String) { #expect(keys("c\(text)t") == [.switchCamera, .torch]) }

    @Test("A sequence that comes in pieces is still one")
    func pieces() {
        var decoder = KeyDecoder()
        #expect(decoder.keys(in: "\u{1B}".utf8) == [])
        #expect(decoder.keys(in: "[1;".utf8) == [])
        #expect(decoder.keys(in: "5Cm".utf8) == [.mute])
    }

    @Test("After a pause, a lone escape key has ended")
    func escape() {
        var decoder = KeyDecoder()
        #expect(decoder.keys(in: "\u{1B}".utf8) == [])
        decoder.pause()
        #expect(decoder.keys(in: "m".utf8) == [.mute])
    }
}
