import OnAirDrawing
import OnAirMedia
import OnAirPicture
import Testing

@Suite("The library of layers' contents")
struct LayerLibraryTests {
    private static let canvas = PictureSize(width: 640, height: 360)

    private let runner = StepRunner()
    private let library: LayerLibrary

    init() {
        library = LayerLibrary(
            runner: runner, epoch: HostTime(nanoseconds: 0), variables: TextVariables(), log: .silent)
    }

    private func load(_ layers: [Layer]) throws(LayerError) -> LoadedScene {
        try library.load(Scene(layers: layers), canvas: Self.canvas)
    }

    private func fault(_ layers: [Layer]) -> LayerError? {
        do throws(LayerError) {
            _ = try load(layers)
            return nil
        } catch { return error }
    }

    private func bitmap(_ cell: LayerCell?) throws -> ImageBitmap {
        guard case .images(let sequence)? = cell?.value.content else { throw LayerFiles.Failure(text: "no picture") }
        return sequence.frames[0].bitmap
    }

    @Test("A scene gets a cell for each layer that needs one, in its order, with what it shows")
    func contents() throws {
        let files = try LayerFiles()
        let dot = LayerBitmapSource(ImageBitmap(size: PictureSize(width: 3, height: 2)) { _, _ in })
        let loaded = try load([
            Layer(.camera, .camera), Layer(.logo, .picture(path: try files.picture("red.png", color: "red"))),
            Layer("fill", .color(.white)), Layer("dot", .bitmap(dot)),
            Layer(.text, .text(TextLabel("On Air")), placement: .text),
            Layer(.brush, .strokes([BrushStroke(points: [.init(x: 0.5, y: 0.5)], width: 10)])),
        ])
        #expect(loaded.cells.map { $0 == nil } == [true, false, true, false, false, false])
        let picture = try bitmap(loaded.cells[1])
        #expect(picture.size == PictureSize(width: 40, height: 20))
        // ffmpeg's red goes through limited-range YUV on its way.
        #expect(picture.withPixels { $0[2] >= 253 && $0[0] <= 1 && $0[1] <= 1 && $0[3] == 255 })
        #expect(try bitmap(loaded.cells[3]) === dot.sequence.frames[0].bitmap)
        // 20/640 of the canvas's height.
        #expect(try bitmap(loaded.cells[4]).size.height == 11)
        guard case .drawing(let drawn, let origin, let whole)? = loaded.cells[5]?.value.content else {
            Issue.record("no drawing")
            return
        }
        #expect(whole == Self.canvas && origin == PicturePoint(x: 315, y: 175))
        #expect(drawn.size == PictureSize(width: 10, height: 10))
    }

    @Test("What a scene in use shows is shared; what no scene shows any more is let go and made anew")
    func sharing() throws {
        let files = try LayerFiles()
        let path = try files.picture("red.png", color: "red")
        var first: LoadedScene? = try load([
            Layer(.logo, .picture(path: path)), Layer(.text, .text(TextLabel("x")), placement: .text),
        ])
        var second: LoadedScene? = try load([
            Layer("again", .picture(path: path), placement: LayerPlacement(x: 0.5, width: 0.1, height: 0), alpha: 0.5),
            Layer("twice", .picture(path: path)),
            Layer(
                .text, .text(TextLabel("x")), placement: LayerPlacement(x: 0.9, y: 0.9, width: 0, height: 20.0 / 640)),
        ])
        #expect(first?.cells[0] === second?.cells[0] && second?.cells[0] === second?.cells[1])
        #expect(first?.cells[1] === second?.cells[2])
        #expect(library.count == 2)
        weak let cell = first?.cells[0]
        first = nil
        #expect(cell != nil && library.count == 2)
        withExtendedLifetime(second) {}
        second = nil
        #expect(cell == nil && library.count == 0)
        #expect(try bitmap(try load([Layer(.logo, .picture(path: path))]).cells[0]).size.width == 40)
    }

    @Test("Two pictures in memory are two, however alike; a text in another size is another")
    func differing() throws {
        func dot() -> LayerBitmapSource {
            LayerBitmapSource(ImageBitmap(size: PictureSize(width: 1, height: 1)) { _, _ in })
        }
        let loaded = try load([
            Layer("a", .bitmap(dot())), Layer("b", .bitmap(dot())), Layer("c", .text(TextLabel("x")), placement: .text),
            Layer("d", .text(TextLabel("x")), placement: LayerPlacement(width: 0, height: 0.2)),
        ])
        #expect(Set(loaded.cells.compactMap { $0.map(ObjectIdentifier.init) }).count == 4)
        #expect(try bitmap(loaded.cells[3]).size.height == 72)
        let larger = try library.load(loaded.scene, canvas: PictureSize(width: 1280, height: 720))
        #expect(larger.cells[0] === loaded.cells[0] && larger.cells[2] !== loaded.cells[2])
        #expect(try bitmap(larger.cells[3]).size.height == 144)
    }

    @Test("A file that has been replaced is read anew")
    func replaced() throws {
        let files = try LayerFiles()
        let path = try files.picture("a.png", color: "red")
        let before = try load([Layer(.logo, .picture(path: path))])
        _ = try files.picture("a.png", color: "red", size: "24x24")
        let after = try load([Layer(.logo, .picture(path: path))])
        #expect(try bitmap(before.cells[0]).size.width == 40)
        #expect(try bitmap(after.cells[0]).size.width == 24)
    }

    @Test("Where a layer cannot be shown, the error names it and nothing has changed")
    func errors() throws {
        let files = try LayerFiles()
        let good = Layer("good", .picture(path: try files.picture("a.png", color: "red")))
        let text = try files.write("no picture", "text.png")
        let cases: [(Layer, LayerError.Kind)] = [
            (Layer("bad", .picture(path: files.path("missing.png"))), .unreadable),
            (Layer("bad", .picture(path: text)), .broken),
            (Layer("bad", .video(LayerVideo(path: files.path("missing.mp4")))), .unreadable),
            (Layer("bad", .video(LayerVideo(path: text))), .broken),
            (
                Layer("bad", .text(TextLabel(String(repeating: "long ", count: 1900), size: 100)), placement: .text),
                .tooLarge
            ),
        ]
        for (bad, kind) in cases {
            let error = fault([good, bad])
            #expect(error?.kind == kind && error?.layer == "bad")
            #expect(error?.message.contains("bad") == true)
            #expect(library.count == 0)
        }
        // No stage has been started either.
        #expect(runner.runUntilFinished(limit: HostTime(nanoseconds: 1)))
    }

    @Test("A scene's pictures together have a limit")
    func memory() throws {
        // 16 megapixels each, hardly any of it touched.
        let layers = (0..<17).map { index in
            Layer(
                LayerID("\(index)"),
                .bitmap(LayerBitmapSource(ImageSequence(frames: Array(repeating: Self.large, count: 1)))))
        }
        // The same picture many times costs its memory each time: sources are told apart by identity.
        #expect(fault(layers)?.kind == .tooLarge)
        #expect(fault(Array(layers.prefix(10))) == nil)
    }

    private static let large = ImageSequence.Frame(
        bitmap: ImageBitmap(size: PictureSize(width: 4096, height: 4096)) { _, _ in }, duration: .milliseconds(100))

    @Test("Closed, it loads nothing more, and what there is stays")
    func close() throws {
        let files = try LayerFiles()
        let loaded = try load([
            Layer(.logo, .picture(path: try files.picture("a.png", color: "red"))),
            Layer(.text, .text(TextLabel("{clock}")), placement: .text),
        ])
        library.close()
        #expect(runner.runUntilFinished(limit: HostTime(nanoseconds: 1)))
        #expect(try bitmap(loaded.cells[0]).size.width == 40)
        #expect(fault([Layer(.camera, .camera)])?.kind == .closed)
    }
}
