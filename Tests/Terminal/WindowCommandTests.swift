import OnAirTerminal
import Testing

@Suite("The options of the window")
struct WindowCommandTests {
    private func options(_ arguments: String...) throws -> WindowOptions? {
        guard case .open(let options) = try WindowCommand(arguments, version: "1.2.3") else { return nil }
        return options
    }

    private func mistake(_ arguments: String...) -> UsageError? {
        do throws(UsageError) {
            _ = try WindowCommand(arguments, version: "1.2.3")
            return nil
        } catch {
            return error
        }
    }

    @Test("It needs none, and then neither sends nor records by itself")
    func none() throws { #expect(try options() == WindowOptions(LiveOptions())) }

    @Test("It takes those of live, and --live to begin at once")
    func live() throws {
        let options = try options("--to", "rtmp://server/live/key", "--live", "--mirror")
        #expect(options?.startsAtOnce == true)
        #expect(options?.live.destinations.map(\.address) == ["rtmp://server/live/key"])
        #expect(options?.live.mirror == true)
    }

    @Test("To begin at once it needs somewhere to send")
    func nowhere() { #expect(mistake("--live")?.kind == .incomplete) }

    @Test("Mistakes name the program as it is typed")
    func mistakes() {
        #expect(mistake("--liv")?.message == "`onair-window` has no option --liv.")
        #expect(mistake("--nothing-like-it")?.advice == "See `onair-window --help`.")
        #expect(mistake("live")?.kind == .unexpectedArgument)
    }

    @Test("The version names the program")
    func version() throws {
        #expect(try WindowCommand(["--version"], version: "1.2.3") == .show("onair-window 1.2.3\n"))
    }
}
