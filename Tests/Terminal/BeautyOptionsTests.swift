import OnAirTerminal
import Testing

struct BeautyOptionsTests {
    private func command(_ words: String) throws(UsageError) -> OnAirCommand {
        try OnAirCommand(words.split(separator: " ").map(String.init), version: "1")
    }

    private func options(_ words: String) throws -> BeautyOptions {
        guard case .beauty(let options) = try command("beauty \(words)") else {
            Issue.record("\(words) is no beauty")
            return BeautyOptions()
        }
        return options
    }

    private func mistake(_ words: String) -> UsageError? {
        do throws(UsageError) { _ = try command(words) } catch { return error }
        return nil
    }

    @Test("Files stand anywhere among the options; the ending of OUT says what it is")
    func files() throws {
        let given = try options("--compare a.jpg --smooth 0.4 b.PNG")
        #expect(given.input == "a.jpg" && given.output == "b.PNG")
        #expect(given.kind == .picture && given.layout == .comparison)
        #expect(given.skin == [.init("smooth", "0.4")])
        for name in ["b.mp4", "b.mkv", "x.y.FLV"] { #expect(try options("a \(name)").kind == .clip) }
        #expect(try options("--sheet a b.jpeg").layout == .sheet)
    }

    @Test("Filters and looks stay in the order they are given")
    func order() throws {
        let given = try options("a b.png --filter skin:strong --look film --filter effect:flash --at 0.25")
        #expect(given.filters == [.step("skin:strong"), .look("film"), .step("effect:flash")])
        #expect(given.time == 0.25)
    }

    @Test(
        "What cannot be meant is refused",
        arguments: [
            ("beauty", "`onair beauty` needs IN and OUT. Write `onair beauty IN OUT`."),
            ("beauty a.png", "`onair beauty` needs OUT. Write `onair beauty IN OUT`."),
            ("beauty a b.png c", "`onair beauty` takes fewer words. Write `onair beauty IN OUT`."),
            (
                "beauty a b.gif",
                "OUT is a picture (.png, .jpg) or a clip (.mp4, .mkv, .flv) by the ending of its name. Name it something.png or something.mp4."
            ),
            (
                "beauty a png",
                "OUT is a picture (.png, .jpg) or a clip (.mp4, .mkv, .flv) by the ending of its name. Name it something.png or something.mp4."
            ),
            ("beauty a b.mp4 --at 1", "--at is about still pictures: a clip has its own times."),
            ("beauty a b.png --at -1", "--at cannot be \"-1\". It is seconds, such as 0.4; at most 86400."),
            ("beauty a b.mp4 --sheet", "--sheet makes one picture. Name OUT something.png."),
            (
                "beauty a b.png --sheet --look film",
                "--sheet shows a fixed set of filters, and --look is about others. Keep one of them."
            ),
            (
                "beauty a b.png --filter none --look film",
                "--filter none leaves a picture as it is; the others would change it. Leave out --filter none, or the others; --filter look:NAME is a look alone."
            ),
            (
                "beauty a b.png --filter none --smooth 1",
                "--filter none leaves a picture as it is; the others would change it. Leave out --filter none, or --smooth."
            ),
            ("beauty a b.png --smoth 1", "`onair beauty` has no option --smoth. Did you mean --smooth?"),
            ("looks film.cube", "A file is written only with --export. Write --export NAME FILE.cube."),
            ("looks --export film", "--export needs a file as well. Write --export NAME FILE.cube."),
            ("looks --export film film.txt", "--export writes .cube files only. Name it something.cube."),
            ("looks --export film a.cube --json", "--json lists looks; --export writes one. Keep one of them."),
            ("looks --export film a.cube b.cube", "`onair looks` takes fewer words. Write `onair looks [FILE.cube]`."),
            (
                "filters skin",
                "Argument 2, a word, stands after the verb where an option should. Options start with two dashes; quote a value that has spaces in it."
            ),
        ])
    func refuses(words: String, description: String) { #expect(mistake(words)?.description == description) }

    @Test("A list as text or as JSON, or a look into a file")
    func lists() throws {
        #expect(try command("filters") == .filters(FiltersOptions()))
        guard case .filters(let filters) = try command("filters --json"),
            case .looks(let looks) = try command("looks --json"),
            case .looks(let export) = try command("looks --export film film.CUBE")
        else {
            Issue.record("not what was asked")
            return
        }
        #expect(filters.json && looks.json && looks.export == nil)
        #expect(export.export == .init(look: "film", path: "film.CUBE"))
    }
}
