import Foundation
import OnAirTerminal
import Testing

/// Help is golden text: what people read is reviewed as text. `ONAIR_RECORD=1 swift test …` records it anew.
struct HelpTextTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")

    private func expectGolden(_ text: String, _ name: String) throws {
        let file = Self.folder.appending(path: name)
        if ProcessInfo.processInfo.environment["ONAIR_RECORD"] == "1" {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try text == String(contentsOf: file, encoding: .utf8))
    }

    private func help(_ arguments: String...) throws -> String {
        guard case .show(let text) = try OnAirCommand(arguments, version: "1.2.3") else { return "" }
        return text
    }

    @Test("The overview reads as reviewed")
    func overview() throws { try expectGolden(help("--help"), "help.txt") }

    @Test("The help of live reads as reviewed")
    func live() throws { try expectGolden(help("help", "live"), "help-live.txt") }

    @Test("The help of devices reads as reviewed")
    func devices() throws { try expectGolden(help("help", "devices"), "help-devices.txt") }

    @Test("The help of camera reads as reviewed")
    func camera() throws { try expectGolden(help("help", "camera"), "help-camera.txt") }

    @Test("The help of doctor reads as reviewed")
    func doctor() throws { try expectGolden(help("help", "doctor"), "help-doctor.txt") }

    @Test("The help of beauty, filters and looks reads as reviewed", arguments: ["beauty", "filters", "looks"])
    func beauty(verb: String) throws { try expectGolden(help("help", verb), "help-\(verb).txt") }

    @Test("The help of the window reads as reviewed")
    func window() throws {
        guard case .show(let text) = try WindowCommand(["--help"], version: "1.2.3") else { return }
        try expectGolden(text, "help-window.txt")
    }

    @Test("The version names the program")
    func version() throws { #expect(try help("--version") == "onair 1.2.3\n") }

    @Test("No line is wider than 80 columns and none ends in a space")
    func width() throws {
        let verbs = try CommandTable.onair.verbs.map { try help($0.name, "--help") }
        for line in try (help("help") + verbs.joined()).split(separator: "\n") {
            #expect(line.count <= 80, "\(line)")
            #expect(!line.hasSuffix(" "), "\(line)")
        }
    }

    @Test("The page on the command line names every option and every exit code")
    func page() throws {
        let page = try String(
            contentsOf: Self.folder.appending(path: "../../../docs/cli.md").standardizedFileURL, encoding: .utf8)
        for verb in CommandTable.onair.verbs {
            #expect(page.contains("## onair \(verb.name)"), "\(verb.name)")
            for action in verb.actions {
                #expect(
                    page.contains("`\(action.usage.split(separator: "|").joined(separator: "\\|"))`"), "\(action.usage)"
                )
            }
            for option in verb.options { #expect(page.contains("`\(option.usage)`"), "\(option.usage)") }
        }
        for code in ExitCode.allCases { #expect(page.contains("| \(code.rawValue) |"), "\(code)") }
        for key in LiveKey.explained { #expect(page.contains("| `\(key.symbol)` |"), "\(key)") }
        for profile in LiveOptions.profileNames { #expect(page.contains("| \(profile) |"), "\(profile)") }
    }
}
