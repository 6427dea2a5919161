import Glibc
import OnAir
import Testing

struct SceneFileTests {
    @Test("A file of several scenes is read with its defaults") func several() throws {
        let file = try SceneFile(
            parsing: """
                {
                  // comments are fine
                  transition: "push-left 0.25",
                  scenes: [
                    { "name": "talk", "layers": [
                        { "camera": true },
                        { "id": "logo", "picture": "logo.png" },
                        { "text": "{clock}", "x": -1, "height": 0.05, "alpha": 0.5 },
                    ] },
                    { "layers": [
                        { "video": { "path": "/films/clip.mp4", "volume": 0.5 } },
                        { "camera": true, "x": 0.7, "y": 0.7, "width": 0.25, "orientation": "upMirrored", "rotation": 5 },
                        { "strokes": [ { "points": [[0, 0], [1, 0.5]], "color": "#00ff0080" } ] },
                        { "id": "wash", "color": "#102030", "visible": false, "blend": "add" },
                      ], "background": "#ffffff", "transition": "cut" },
                  ],
                }
                """, folder: "shows/")
        #expect(file.transition == PictureTransition(.pushLeft, duration: .milliseconds(250)))
        #expect(file.scenes.map(\.name) == ["talk", "scene 2"])
        #expect(file.scenes[1].transition == .cut)
        let talk = file.scenes[0].scene
        #expect(talk.layers[0] == Layer(.camera, .camera))
        #expect(talk.layers[1] == Layer(.logo, .picture(path: "shows/logo.png"), placement: .logo))
        #expect(
            talk.layers[2]
                == Layer(
                    .text, .text(TextLabel("{clock}")), placement: LayerPlacement(x: -1, y: 0, width: 0, height: 0.05),
                    alpha: 0.5))
        let film = file.scenes[1].scene
        #expect(film.background == .white)
        #expect(film.layers[0].source == .video(LayerVideo(path: "/films/clip.mp4", volume: 0.5)))
        #expect(film.layers[0].fit == .fill)
        #expect(film.layers[1].placement == LayerPlacement(x: 0.7, y: 0.7, width: 0.25, height: 0))
        #expect(film.layers[1].orientation == .upMirrored && film.layers[1].rotation == 5)
        #expect(
            film.layers[2].source
                == .strokes([
                    BrushStroke(
                        points: [.init(x: 0, y: 0), .init(x: 1, y: 0.5)],
                        color: LayerColor(red: 0, green: 255, blue: 0, alpha: 128))
                ]))
        #expect(!film.layers[3].isVisible && film.layers[3].blend == .add)
    }

    @Test("One scene alone is a file too") func single() throws {
        let file = try SceneFile(parsing: #"{ "layers": [ { "camera": true } ] }"#)
        #expect(file.scenes == [NamedScene(name: "scene 1", scene: .camera)])
        #expect(file.transition == SceneFile.usualTransition)
    }

    @Test(
        "What is wrong is named with its place",
        arguments: [
            ("{", "line 1, column 1: what begins here is not closed by “}”"), ("", "line 1, column 1: the text ends"),
            (
                "{ \"layers\": [\n  { camera: true }\n  { camera: true } ] }",
                "line 3, column 3: a comma or “]” belongs here"
            ),
            ("{ \"layers\": [ {\n \"text: 1 } ] }", "line 2, column 2: this text has no closing quote"),
            ("{ // x\n \"layers\" [] }", "line 2, column 11: a colon belongs here"),
            ("{ \"layers\": }", "column 13: a value"),
            ("{ layers: [ { camera: true } ] } x", "here the text should end"), ("{ /* ", "this comment is not closed"),
            ("[]", "value of the right kind"), (#"{ "scenes": [] }"#, "no scene"),
            (#"{ "layers": [ { "camera": true, "widht": 1 } ] }"#, "layers[0]: “widht” is no key of a layer"),
            (#"{ "layers": [ { "id": "x" } ] }"#, "layers[0]: a layer shows exactly one of camera, picture"),
            (#"{ "layers": [ { "camera": true, "text": "x" } ] }"#, "exactly one of"),
            (#"{ "layers": [ { "camera": true, "alpha": "x" } ] }"#, "layers[0].alpha: there is no number"),
            (#"{ "layers": [ { "camera": true, "fit": "tight" } ] }"#, "layers[0].fit"),
            (##"{ "layers": [ { "color": "#12345" } ] }"##, "“#12345” is not a colour"),
            (
                #"{ "scenes": [ { "name": "a", "layers": [] }, { "name": "a", "layers": [] } ] }"#,
                "Two scenes are called"
            ),
            (#"{ "layers": [], "transition": "wipe" }"#, "“wipe” is no transition"),
            (#"{ "scenes": [ { "layers": [] } ], "name": "x" }"#, "“name” is no key of a scene file"),
            (#"{ "layers": [ { "strokes": [ { "points": [[1, 2, 3]] } ] } ] }"#, "a point has two numbers"),
            (
                #"{ "layers": [ { "text": { "text": "x", "siez": 1 } } ] }"#,
                "layers[0].text: “siez” is no key of a text"
            ),
        ])
    func faults(text: String, expected: String) {
        #expect {
            _ = try SceneFile(parsing: text)
        } throws: { error in
            let error = error as? BroadcastError
            let isRight = error?.broadcastCode == .invalidScene && error?.message.contains(expected) == true
            if !isRight { print("“\(error?.message ?? "")” for \(text)") }
            return isRight
        }
    }

    @Test("A file that is not there, and one that is no file, are named") func missing() {
        for path in ["/nowhere/scenes.json", "/tmp"] {
            #expect {
                _ = try SceneFile(path: path)
            } throws: { ($0 as? BroadcastError)?.message.contains(path) == true }
        }
    }

    @Test(
        "Transitions are read and written", arguments: PictureTransition.Kind.allCases, [0, 40, 500, 1500, 60_000])
    func transitions(kind: PictureTransition.Kind, milliseconds: Int64) {
        let transition = PictureTransition(kind, duration: .milliseconds(kind == .cut ? 0 : milliseconds))
        #expect(PictureTransition(transition.description) == transition)
    }

    @Test("What is no transition is refused", arguments: ["", "fade x", "fade -1", "fade 61", "fade 1 2", "dissolve"])
    func noTransitions(text: String) { #expect(PictureTransition(text) == nil) }
}
