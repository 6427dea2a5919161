import OnAirTerminal
import Testing

struct OptionParserTests {
    private static let table = CommandTable(
        program: "tool", summary: "a tool",
        verbs: [
            VerbDeclaration(
                "send", "Send it",
                sections: [
                    OptionSection(
                        "All",
                        [
                            OptionDeclaration("to", value: "URL", isRepeatable: true, "where"),
                            OptionDeclaration("size", value: "N", "how much"),
                            OptionDeclaration("mute", "no sound"),
                        ])
                ]), VerbDeclaration("repair", "Repair it"),
        ])

    private func parse(_ words: String) throws(UsageError) -> OptionParser.Request {
        try OptionParser(Self.table).parse(words.split(separator: " ").map(String.init))
    }

    private func mistake(_ words: String) -> UsageError? {
        do throws(UsageError) { _ = try parse(words) } catch { return error }
        return nil
    }

    @Test("Both ways to give a value mean the same")
    func valueForms() throws {
        let expected = OptionParser.Request.run(verb: "send", options: [.init("to", "a"), .init("mute")])
        #expect(try parse("send --to a --mute") == expected)
        #expect(try parse("send --to=a --mute") == expected)
    }

    @Test("A value may hold an equals sign or start with one dash")
    func oddValues() throws {
        #expect(try parse("send --to=a=b") == .run(verb: "send", options: [.init("to", "a=b")]))
        #expect(try parse("send --size -1") == .run(verb: "send", options: [.init("size", "-1")]))
    }

    @Test("Repeatable options keep their order")
    func order() throws {
        #expect(
            try parse("send --to a --size 1 --to b")
                == .run(verb: "send", options: [.init("to", "a"), .init("size", "1"), .init("to", "b")]))
    }

    @Test(
        "Help is found wherever it is asked for",
        arguments: [
            ("", nil), ("--help", nil), ("-h", nil), ("help", nil), ("help send", "send"), ("send --help", "send"),
            ("send --to --help", "send"), ("send --bogus -h", "send"),
        ] as [(String, String?)])
    func help(words: String, verb: String?) throws {
        #expect(try parse(words) == .help(verb: verb))
    }

    @Test("The version is asked for before a verb")
    func version() throws { #expect(try parse("--version") == .version) }

    @Test(
        "Each mistake has its own kind, and a near miss its right spelling",
        arguments: [
            ("sned --to a", .unknownVerb, "Did you mean \"send\"?"), ("xyzzy", .unknownVerb, "See `tool --help`."),
            ("help sendd", .unknownVerb, "Did you mean \"send\"?"),
            ("--mute", .unknownVerb, "Write `tool send --mute …`."),
            ("--nothing", .unknownOption, "See `tool --help`."),
            ("send --siez 3", .unknownOption, "Did you mean --size?"),
            ("send --mut", .unknownOption, "Did you mean --mute?"),
            ("send --frobnicate", .unknownOption, "See `tool help send`."),
            ("send --size", .missingValue, "Write --size N."), ("send --size --mute", .missingValue, "Write --size N."),
            ("send --size=", .missingValue, "Write --size N."),
            ("send --mute=yes", .unexpectedValue, "Write --mute alone."),
            ("send --size 1 --size 2", .repeated, "Keep one of them."),
            ("repair --to x", .unknownOption, "See `tool help repair`."),
        ] as [(String, UsageError.Kind, String)])
    func mistakes(words: String, kind: UsageError.Kind, advice: String) {
        let error = mistake(words)
        #expect(error?.kind == kind)
        #expect(error?.advice == advice)
    }

    @Test(
        "A mistake never repeats a word that may hold a key",
        arguments: [
            "rtmp://host/app/canary", "send rtmp://host/app/canary", "send --mute canary",
            "send --too=rtmp://h/a/canary",
            "--to=rtmp://host/app/canary", "send --mute=canary", "send -canary",
        ])
    func secrets(words: String) throws {
        let error = try #require(mistake(words))
        #expect(!"\(error) \(error.code)".contains("canary"))
    }
}
