import OnAirMedia
import OnAirPicture
import Testing

struct SceneMixingTests {
    static let size = PictureSize(width: 96, height: 64)

    /// Leaves pictures as they are, but makes the stage keep the camera's picture.
    final class Nothing: PictureFilter {
        let name = "nothing"
        func process(_ picture: inout MutablePicture, at time: MediaTime) {}
    }

    /// Steps once with `scene` over `camera`.
    private func mixed(
        _ scene: LoadedScene, _ camera: TestPicture, keepsCamera: Bool = false, preview: Bool = false
    ) -> (program: Picture?, preview: Picture?) {
        var values = PictureControls.Values(streamSize: camera.size)
        values.show(scene)
        if keepsCamera { values.filters = [Nothing()] }
        if preview { values.isPreviewMirrored = true }
        let rig = MixRig(values, watchesPreview: preview)
        return (rig.step(camera), rig.previewPicture)
    }

    @Test("The camera alone is the program, sample by sample, without a copy")
    func cameraAlone() throws {
        let camera = TestPicture.noise(Self.size, seed: 1)
        let program = try #require(mixed(.camera, camera).program)
        #expect(program.bytes == camera.make(0, at: HostTime(nanoseconds: 0)).bytes)
        let rig = MixRig(Self.size, preview: true)
        let shown = try #require(rig.step(camera))
        // Nothing differs between preview and program: one picture is both.
        #expect(rig.previewPicture.map { $0.isSame(as: shown) } == true)
        #expect(rig.statistics.mix.count == 0 && rig.statistics.preview.count == 0)
    }

    @Test("Opaque layers at random places, odd ones too, cover exactly their pixels; above is above")
    func positions() throws {
        var numbers = SeededNumbers(11)
        let camera = TestPicture.flat(Self.size, 60)
        for _ in 0..<200 {
            var rects: [PictureRect] = []
            var layers: [(Layer, LayerCell?)] = []
            for index in 0..<3 {
                let rect = PictureRect(
                    x: .random(in: 2...80, using: &numbers), y: .random(in: 2...60, using: &numbers),
                    width: .random(in: 2...40, using: &numbers), height: .random(in: 2...40, using: &numbers))
                rects.append(rect)
                let layer = Layer.image(
                    LayerID("\(index)"), x: Double(rect.x), y: Double(rect.y), width: Double(rect.width),
                    height: Double(rect.height))
                layers.append((layer, LayerCell(.grey(9, 7, UInt8(50 + 100 * index)))))
            }
            let scene = LoadedScene.overCamera(layers)
            let program = try #require(mixed(scene, camera).program)
            var isRight = true
            for y in 0..<Self.size.height {
                for x in 0..<Self.size.width {
                    let top = rects.lastIndex { x >= $0.x && x < $0.maxX && y >= $0.y && y < $0.maxY }
                    // BT.601, limited range: 16 + 219 · grey / 255.
                    let expected = top.map { 16 + (219 * (50 + 100 * $0) + 127) / 255 } ?? 60
                    isRight = isRight && abs(program.at(x, y) - expected) <= (top == nil ? 0 : 1)
                }
            }
            #expect(isRight, "\(rects)")
        }
    }

    @Test("Laid straight into the camera's picture, or onto a copy of it: the same bytes")
    func inPlaceOrCopied() throws {
        var numbers = SeededNumbers(12)
        for seed in 0..<40 {
            let camera = TestPicture.noise(Self.size, seed: seed)
            let logo = ImageBitmap.made(23, 17) { x, y in
                let alpha = UInt8((x * 11 + y * 5) % 256)
                return (alpha / 3, alpha / 2, alpha, alpha)
            }
            let layers = (0..<4).map { index -> (Layer, LayerCell?) in
                var layer = Layer.image(
                    LayerID("\(index)"), x: .random(in: -1...60, using: &numbers),
                    y: .random(in: 0...40, using: &numbers), width: .random(in: 2...50, using: &numbers),
                    height: .random(in: 2...50, using: &numbers))
                layer.alpha = .random(in: 0...1, using: &numbers)
                layer.rotation = index == 3 ? .random(in: -200...200, using: &numbers) : 0
                layer.orientation = .allCases[seed % 8]
                layer.blend = index == 2 ? .add : .normal
                return (layer, LayerCell(logo))
            }
            let scene = LoadedScene.overCamera(layers)
            let inPlace = try #require(mixed(scene, camera).program)
            let copied = try #require(mixed(scene, camera, keepsCamera: true).program)
            let beside = try #require(mixed(scene, camera, preview: true).program)
            #expect(inPlace.bytes == copied.bytes && inPlace.bytes == beside.bytes)
            #expect(inPlace.bytes != camera.make(0, at: HostTime(nanoseconds: 0)).bytes)
        }
    }

    @Test("What is hidden costs nothing: not even the camera is converted")
    func hidden() throws {
        let cover = Layer("cover", .color(LayerColor(red: 200, green: 0, blue: 0)))
        let rig = MixRig(Self.size, scene: .overCamera([(cover, nil)]))
        for index in 0..<5 { rig.step(.noise(Self.size, seed: index)) }
        #expect(rig.statistics.convert.count == 0 && rig.statistics.mix.count == 1)
        #expect(rig.statistics.programPictures == 5 && rig.statistics.repeats == 4)
        // The cover gone, the camera is there at the next tick, even while it is silent.
        let camera = TestPicture.noise(Self.size, seed: 4)
        rig.show(.camera)
        #expect(rig.step()?.bytes == camera.make(0, at: HostTime(nanoseconds: 0)).bytes)
        #expect(rig.statistics.redrawn == 1)
        // An invisible cover hides nothing.
        var invisible = cover
        invisible.isVisible = false
        rig.show(.overCamera([(invisible, nil)]))
        #expect(rig.step(.flat(Self.size, 99))?.at(5, 5) == 99)
    }

    @Test("The camera in a corner, a colour behind it, and a background where nothing lies")
    func corner() throws {
        let scene = LoadedScene(
            Scene(
                layers: [
                    Layer("back", .color(.white), placement: .init(x: 0, y: 0, width: 0.5, height: 1)),
                    Layer(.camera, .camera, placement: .init(x: 31, y: 21, width: 48, height: 32)),
                ], background: LayerColor(red: 0, green: 0, blue: 255)), cells: [nil, nil])
        let program = try #require(mixed(scene, .flat(Self.size, 80, 90, 170)).program)
        #expect(program.at(0, 0) == 235 && program.at(47, 63) == 235)
        for (x, y) in [(31, 21), (78, 52), (31, 52), (78, 21), (50, 40)] { #expect(program.at(x, y) == 80) }
        for (x, y) in [(79, 21), (78, 53)] { #expect(program.at(x, y) != 80) }
        #expect(program.at(30, 21) == 235 && program.at(31, 20) == 235)
        // Blue in BT.601, limited range: Y 41, Cb 240, Cr 110.
        #expect(program.at(90, 60) == 41)
        #expect(program.at(45, 30, plane: 1) == 240 && program.at(45, 30, plane: 2) == 110)
        #expect(abs(program.at(25, 20, plane: 1) - 90) <= 1 && abs(program.at(25, 20, plane: 2) - 170) <= 1)
    }

    @Test("A layer's own alpha, and a colour's, mix by their product")
    func alphas() throws {
        var layer = Layer("c", .color(LayerColor(red: 255, green: 255, blue: 255, alpha: 128)))
        layer.alpha = 0.5
        let program = try #require(mixed(.overCamera([(layer, nil)]), .flat(Self.size, 40)).program)
        let expected = 40 + (235 - 40) * 0.5 * 128 / 255
        #expect(abs(Double(program.at(10, 10)) - expected) <= 1)
    }

    @Test("A picture of a video, in any pixel format, fills its layer; its own orientation is minded")
    func video() throws {
        let source = TestPicture(size: PictureSize(width: 32, height: 16), pixels: .nv12) { plane, x, _ in
            plane == 0 ? (x < 16 ? 50 : 200) : 128
        }
        let picture = source.make(0, at: HostTime(nanoseconds: 0))
        let layer = Layer(.video, .video(LayerVideo(path: "")), placement: .init(x: 40, y: 20, width: 32, height: 16))
        for (orientation, left, right) in [(ImageOrientation.up, 50, 200), (.upMirrored, 200, 50), (.down, 200, 50)] {
            let cell = LayerCell(.picture(picture.oriented(orientation)))
            let program = try #require(mixed(.overCamera([(layer, cell)]), .flat(Self.size, 90)).program)
            #expect(program.at(41, 21) == left && program.at(70, 34) == right)
            #expect(program.at(39, 21) == 90 && program.at(72, 21) == 90 && program.at(41, 36) == 90)
        }
    }

    @Test("What a cell shows anew is there at the next tick; nothing new is a repeat")
    func newContent() throws {
        let cell = LayerCell(.grey(4, 4, 255))
        let rig = MixRig(Self.size, scene: .overCamera([(Layer.image("a", width: 8, height: 8), cell)]))
        #expect(rig.step(.flat(Self.size, 50))?.at(3, 3) == 235)
        #expect(rig.step()?.at(3, 3) == 235)
        #expect(rig.statistics.repeats == 1 && rig.statistics.redrawn == 0)
        cell.show(.images(ImageSequence(.grey(4, 4, 0))))
        let redrawn = try #require(rig.step())
        #expect(redrawn.at(3, 3) == 16 && redrawn.at(9, 9) == 50)
        #expect(rig.statistics.redrawn == 1 && rig.shown.last?.isRepeat == false)
        cell.show(.nothing)
        #expect(rig.step()?.at(3, 3) == 50)
        #expect(rig.step()?.at(3, 3) == 50 && rig.shown.last?.isRepeat == true)
    }

    @Test("An animation starts at the first picture it shows in and follows program time")
    func animation() {
        let frames = [40, 120, 200].map {
            ImageSequence.Frame(bitmap: .grey(4, 4, $0), duration: MediaTime(value: 2, timescale: 10))
        }
        let cell = LayerCell(.images(ImageSequence(frames: frames)))
        let rig = MixRig(Self.size)
        for _ in 0..<3 { rig.step(.flat(Self.size, 30)) }
        rig.show(.overCamera([(Layer.image("a", width: 8, height: 8), cell)]))
        let codes = [40, 120, 200].map { 16 + (219 * $0 + 127) / 255 }
        for tick in 0..<12 {
            let program = rig.step(tick % 3 == 0 ? nil : .flat(Self.size, 30))
            #expect(program.map { abs($0.at(2, 2) - codes[tick / 2 % 3]) <= 1 } == true, "\(tick)")
        }
    }

    @Test("A layer that cannot be prepared is left out, and said; the rest shows")
    func tooLarge() {
        let layers: [(Layer, LayerCell?)] = [
            (Layer.image("huge", width: 20_000, height: 2), LayerCell(.grey(2, 2))),
            (Layer.image("small", width: 8, height: 8), LayerCell(.grey(2, 2))),
        ]
        let rig = MixRig(Self.size, scene: .overCamera(layers))
        let program = rig.step(.flat(Self.size, 50))
        #expect(program?.at(2, 2) == 235 && program?.at(50, 1) == 50)
        #expect(rig.statistics.lastError?.code == "layer-frame-out-of-range")
    }

    @Test("An opaque drawing hides what lies below its own pixels, and nothing else, however often it is drawn")
    func drawing() throws {
        let cell = LayerCell(
            .drawing(.grey(20, 10), origin: PicturePoint(x: 31, y: 21), canvas: Self.size))
        let rig = MixRig(Self.size, scene: .overCamera([(Layer.image("text"), cell)]))
        for luma: UInt8 in [50, 60, 70] {
            let picture = try #require(rig.step(.flat(Self.size, luma)))
            let white = (0..<Self.size.height).flatMap { y in
                (0..<Self.size.width).filter { picture.at($0, y) == 235 }.map { [$0, y] }
            }
            #expect(white.count == 200 && white.first == [31, 21] && white.last == [50, 30])
            #expect(picture.at(0, 0) == Int(luma))
        }
    }

    @Test("A part of a picture that is opaque hides the camera; the rest of the same picture does not")
    func opaquePart() {
        let half = ImageBitmap.made(20, 10) { x, _ in x < 10 ? (255, 255, 255, 255) : (0, 0, 0, 0) }
        let cell = LayerCell(half)
        func scene(_ x: Double) -> LoadedScene {
            var layer = Layer.image("half")
            layer.crop = LayerCrop(x: x, width: 0.5)
            return .overCamera([(layer, cell)])
        }
        let rig = MixRig(Self.size, scene: scene(0))
        for luma: UInt8 in [50, 60] { #expect(rig.step(.flat(Self.size, luma))?.at(40, 30) == 235) }
        rig.show(scene(0.5))
        #expect(rig.step(.flat(Self.size, 70))?.at(40, 30) == 70)
    }
}
