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

    private static let paste = "\u{1B}[200~quit mtc+++?\u{1B}[201~"

    @Test("Marked pasted text is no key, however it is cut into pieces", arguments: 1...24)
    func pasted(length: Int) {
        var decoder = KeyDecoder()
        var presses: [KeyPress] = []
        var rest = Array(Self.paste.utf8)[...]
        while !rest.isEmpty {
            presses += decoder.presses(in: rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        #expect(presses.allSatisfy { $0 == .stranger } && !presses.isEmpty)
        #expect(decoder.keys(in: "q".utf8) == [.quit], "afterwards keys count again")
    }

    @Test("Keys typed around marked pasted text count")
    func aroundPaste() { #expect(keys("c\(Self.paste)m") == [.switchCamera, .mute]) }

    @Test("What comes faster than anybody types is a paste without marks, up to the next pause")
    func burst() {
        var decoder = KeyDecoder()
        #expect(decoder.presses(in: "cmtq+".utf8) == [.stranger])
        #expect(decoder.presses(in: "q".utf8) == [.stranger], "its last piece is short")
        decoder.pause()
        #expect(decoder.presses(in: "q".utf8) == [.key(.quit)])
        #expect(decoder.keys(in: "cmt+".utf8) == [.switchCamera, .mute, .torch, .zoomIn])
    }

    @Test("A zoom key that is held is no paste, another key is")
    func held() {
        #expect(keys("++++++++") == [LiveKey](repeating: .zoomIn, count: 8))
        #expect(keys("--------") == [LiveKey](repeating: .zoomOut, count: 8))
        #expect(keys("mmmmmm") == [])
    }

    @Test("Letters that mean nothing are told as such, once each; control characters are not")
    func strangerPresses() {
        var decoder = KeyDecoder()
        #expect(decoder.presses(in: "zä日".utf8) == [.stranger, .stranger, .stranger])
        #expect(decoder.presses(in: "\r\n\t \u{7F}\u{1B}[A".utf8) == [])
    }

    @Test("The hint is given at first and then not again for ten seconds")
    func hint() {
        var hint = KeyHint()
        #expect(
            [0.1, 0.2, 5, 10, 10.2, 11, 20.3].map { hint.isDue(now: $0) } == [
                true, false, false, false, true, false, true,
            ])
    }

    @Test("The line of keys leaves out those that have nothing to do")
    func line() {
        #expect(
            LiveKey.line()
                == "keys: c camera  m mute  t torch  + - zoom  x mirror  f freeze  o turn  b filters  n look  s snapshot  1-9 scene  ? help  q end"
        )
        let others: Set<LiveKey> = [.torch, .zoomIn, .zoomOut, .mirror, .freeze, .rotate, .snapshot, .scene1]
        #expect(LiveKey.line(without: others) == "keys: c camera  m mute  b filters  n look  ? help  q end")
    }

    @Test("After a pause, a lone escape key has ended")
    func escape() {
        var decoder = KeyDecoder()
        #expect(decoder.keys(in: "\u{1B}".utf8) == [])
        decoder.pause()
        #expect(decoder.keys(in: "m".utf8) == [.mute])
    }
}
