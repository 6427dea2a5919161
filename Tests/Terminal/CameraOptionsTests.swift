import OnAirTerminal
import Testing

struct CameraOptionsTests {
    private func read(_ words: String...) throws(UsageError) -> CameraOptions? {
        guard case .camera(let options) = try OnAirCommand(["camera"] + words, version: "1") else { return nil }
        return options
    }

    private func mistake(_ words: String...) -> UsageError? {
        do throws(UsageError) { _ = try OnAirCommand(["camera"] + words, version: "1") } catch { return error }
        return nil
    }

    @Test("Each action is read with its camera and its words, wherever the options stand")
    func actions() throws {
        #expect(try read("list") == CameraOptions(.list))
        #expect(try read("--json", "show", "front") == CameraOptions(.show(camera: "front"), json: true))
        #expect(
            try read("set", "/dev/video0", "focus_absolute=120", "--json", "focus_auto_start", "name=a=b")
                == CameraOptions(
                    .set(
                        camera: "/dev/video0",
                        [.init("focus_absolute", "120"), .init("focus_auto_start", ""), .init("name", "a=b")]),
                    json: true))
        #expect(try read("reset", "front") == CameraOptions(.reset(camera: "front")))
        #expect(try read("position", "x", "back") == CameraOptions(.position(camera: "x", way: "back")))
        #expect(try read("position", "x") == CameraOptions(.position(camera: "x", way: nil)))
        #expect(
            try read("preset", "save", "x", "desk", "gain=-3")
                == CameraOptions(.savePreset(camera: "x", name: "desk", [.init("gain", "-3")])))
        #expect(try read("preset", "load", "x", "desk") == CameraOptions(.loadPreset(camera: "x", name: "desk")))
        #expect(try read("preset", "list", "x") == CameraOptions(.listPresets(camera: "x")))
        #expect(try read("preset", "delete", "x", "desk") == CameraOptions(.deletePreset(camera: "x", name: "desk")))
    }

    @Test("A mistake is told with what to write instead")
    func mistakes() {
        #expect(mistake()?.kind == .incomplete)
        #expect(mistake("shwo", "x")?.advice == "Did you mean \"show\"?")
        #expect(mistake("preset")?.kind == .incomplete)
        #expect(mistake("preset", "laod", "x", "y")?.advice == "Did you mean \"load\"?")
        #expect(mistake("show")?.message.contains("needs ID") == true)
        #expect(mistake("set", "x")?.message.contains("CONTROL=VALUE") == true)
        #expect(mistake("preset", "load", "x")?.message.contains("needs NAME") == true)
        #expect(mistake("show", "x", "y")?.kind == .unexpectedArgument)
        #expect(mistake("set", "x", "=1")?.kind == .badValue)
        #expect(mistake("set", "x", "a=1", "a=2")?.kind == .repeated)
        #expect(mistake("position", "x", "up")?.advice?.contains("front, back, unspecified, auto") == true)
        #expect(mistake("list", "--jsn")?.advice == "Did you mean --json?")
        #expect(mistake("show", "")?.kind == .missingValue)
    }

    @Test("A word that may be a secret is not repeated")
    func secrets() { #expect(mistake("rtmp://a/b/secret")?.description.contains("secret") == false) }
}
