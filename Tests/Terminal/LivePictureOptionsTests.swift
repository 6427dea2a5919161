import OnAirTerminal
import Testing

struct LivePictureOptionsTests {
    private func live(_ arguments: [String]) throws(UsageError) -> LiveOptions {
        guard case .live(let options) = try OnAirCommand(["live", "--record", "a.flv"] + arguments, version: "0") else {
            throw UsageError(.incomplete, "not live")
        }
        return options
    }

    private func mistake(_ arguments: [String]) -> String {
        do throws(UsageError) {
            _ = try live(arguments)
            return ""
        } catch { return error.description }
    }

    @Test("What lies over the camera keeps its order, and place and opacity belong to the one before") func overlays()
        throws
    {
        let options = try live([
            "--logo", "a.png", "--place", "0.8,0.05,0,0.1", "--alpha", "0.5", "--text", "Live {clock}", "--sticker",
            "b.gif", "--place", "-1,20,320", "--picture", "c.jpg",
        ])
        #expect(
            options.overlays == [
                .init(.logo, "a.png", place: .init(x: 0.8, y: 0.05, width: 0, height: 0.1), alpha: 0.5),
                .init(.text, "Live {clock}"),
                .init(.sticker, "b.gif", place: .init(x: -1, y: 20, width: 320, height: 0)), .init(.picture, "c.jpg"),
            ])
    }

    @Test("Every other option lands in its field") func others() throws {
        let options = try live([
            "--video", "v.mp4", "--video-volume", "0.5", "--camera-place", "0.7,0.7,0.25,0", "--slate", "s.png",
            "--transition", "fade:0.5", "--zoom", "2.5", "--snapshot", "x.JPG",
        ])
        #expect(options.videoVolume == 0.5 && options.video == "v.mp4" && options.slate == "s.png")
        #expect(options.transition == "fade:0.5" && options.zoom == 2.5)
        #expect(options.cameraPlace == .init(x: 0.7, y: 0.7, width: 0.25, height: 0) && options.snapshot == "x.JPG")
    }

    @Test("Scenes of a file, and the one to begin with") func scenes() throws {
        let options = try live(["--scenes", "f.json5", "--scene", "talk"])
        #expect(options.scenes == "f.json5" && options.scene == "talk")
    }

    @Test(
        "What cannot be is named",
        arguments: [
            (["--place", "0,0,1,1"], "--place belongs to the --logo"), (["--alpha", "1"], "--alpha belongs to"),
            (["--logo", "a.png", "--place", "0,0"], "--place cannot be"),
            (["--logo", "a.png", "--place", "0,0,nan,1"], "--place cannot be"),
            (["--logo", "a.png", "--place", "0,0,0,0"], "has no size"),
            (["--logo", "a.png", "--place", "0,0,-1,1"], "has no size"),
            (["--logo", "a.png", "--alpha", "2"], "--alpha cannot be"), (["--zoom", "9"], "--zoom cannot be"),
            (["--zoom", "nan"], "--zoom cannot be"), (["--scene", "talk"], "--scenes FILE"),
            (["--scenes", "f.json5", "--video", "v.mp4"], "--scenes says where"),
            (["--logo", "a.png", "--place", "0,0,1,1", "--place", "0,0,1,1"], "--place is given twice"),
            (["--snapshot", "a.gif"], "PNG and JPEG"),
            (["--camera", "none", "--logo", "a.png"], "--logo is about pictures"),
        ])
    func mistakes(arguments: [String], words: String) {
        let said = mistake(arguments)
        #expect(said.contains(words), "\(said)")
    }
}
