import OnAirBeauty
import OnAirMedia
import OnAirPicture
import OnAirPixels
import Testing

@Suite("Layers with a key")
struct KeyedLayerTests {
    static let size = PictureSize(width: 96, height: 64)
    private static let screen = ColorTransform.code(
        of: PictureColor(red: 0, green: 177, blue: 64), in: .stream(for: size))

    /// A grey presenter, right of the middle, before a green screen.
    private static let presenter = presenter(in: size)

    /// Wherever `isScreen` says so there is the screen; all else is grey of another luma at each place.
    private static func presenter(
        in size: PictureSize, isScreen: @escaping @Sendable (_ x: Int, _ y: Int) -> Bool = { x, _ in x < 48 }
    ) -> TestPicture {
        let screen = screen
        return TestPicture(size: size) { plane, x, y in
            let isGreen = plane == 0 ? isScreen(x, y) : isScreen(2 * x, 2 * y)
            switch plane {
            case 0: return isGreen ? screen.y : UInt8(60 + (x * 3 + y * 5) % 120)
            case 1: return isGreen ? screen.u : 128
            default: return isGreen ? screen.v : 128
            }
        }
    }

    private static func camera(
        _ placement: LayerPlacement = .whole, key: ChromaKey? = ChromaKey(color: .green), crop: LayerCrop = .whole,
        alpha: Double = 1, orientation: ImageOrientation = .up, rotation: Double = 0
    ) -> Layer {
        Layer(
            .camera, .camera, placement: placement, crop: crop, alpha: alpha, orientation: orientation,
            rotation: rotation, key: key)
    }

    /// A picture layer that fills the canvas, and what is above it.
    private static func scene(_ above: [Layer], below: LayerCell = LayerCell(.slope)) -> LoadedScene {
        LoadedScene(Scene(layers: [Layer.image("below")] + above), cells: [below] + above.map { _ in nil })
    }

    private func rig(
        _ scene: LoadedScene, _ size: PictureSize = size, preview: Bool = false,
        _ change: (inout PictureControls.Values) -> Void = { _ in }
    ) -> MixRig {
        var values = PictureControls.Values(streamSize: size)
        values.show(scene)
        change(&values)
        return MixRig(values, watchesPreview: preview)
    }

    @Test("Before a picture: where the screen was there is the picture, where the presenter is there is the camera")
    func whole() throws {
        let below = try #require(rig(Self.scene([])).step(Self.presenter))
        let made = try #require(rig(Self.scene([Self.camera()])).step(Self.presenter))
        var isRight = true
        for y in 0..<64 {
            // Chroma is shared by neighbours: the two columns of blocks at the edge are something between.
            for x in 0..<46 { isRight = isRight && made.at(x, y) == below.at(x, y) }
            for x in 50..<96 { isRight = isRight && made.at(x, y) == 60 + (x * 3 + y * 5) % 120 }
        }
        for plane in 1...2 {
            for y in 0..<32 {
                for x in 0..<23 { isRight = isRight && made.at(x, y, plane: plane) == below.at(x, y, plane: plane) }
                for x in 25..<48 { isRight = isRight && made.at(x, y, plane: plane) == 128 }
            }
        }
        #expect(isRight)
        // Nothing that was made before hides it: the same a second time, and without the key.
        let again = rig(Self.scene([Self.camera()]))
        _ = again.step(Self.presenter)
        #expect(again.step(Self.presenter)?.bytes == made.bytes)
        again.show(Self.scene([Self.camera(key: nil)]))
        #expect(again.step(Self.presenter)?.bytes == Self.presenter.make(0, at: HostTime(nanoseconds: 0)).bytes)
        again.show(Self.scene([Self.camera()]))
        #expect(again.step(Self.presenter)?.bytes == made.bytes)
    }

    @Test("The key is the filter's: over one colour both make the same of the camera")
    func sameAsFilter() throws {
        let camera = TestPicture.noise(Self.size, seed: 3)
        for key in [ChromaKey(color: .green), ChromaKey(color: .blue, similarity: 0.2, smoothness: 0.9, spill: 1)] {
            let scene = LoadedScene(Scene(layers: [Self.camera(key: key)]), cells: [nil])
            let made = try #require(rig(scene).step(camera))
            var target = MutablePicture(
                buffer: camera.make(0, at: HostTime(nanoseconds: 0)).buffer, captureTime: HostTime(nanoseconds: 0),
                sequence: 0)
            ChromaKeyFilter(key).process(&target, at: .zero)
            let expected = target.freeze()
            // A layer is multiplied with its opacity before it is laid: twice rounded.
            #expect(zip(made.bytes, expected.bytes).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
        }
    }

    @Test("Placed, cropped, mirrored, turned, rotated, and half transparent, at odd places too")
    func placed() throws {
        let below = try #require(rig(Self.scene([])).step(Self.presenter))
        func made(_ layer: Layer, _ camera: TestPicture = Self.presenter) throws -> Picture {
            try #require(rig(Self.scene([layer])).step(camera))
        }
        func isBelow(_ picture: Picture, _ x: Range<Int>, _ y: Range<Int>) -> Bool {
            y.allSatisfy { y in x.allSatisfy { picture.at($0, y) == below.at($0, y) } }
        }
        // Half as large at an odd place: its left half is the screen, so the picture shows there to the last bit.
        let small = try made(Self.camera(LayerPlacement(x: 21, y: 11, width: 48, height: 32)))
        #expect(isBelow(small, 0..<44, 0..<64) && isBelow(small, 69..<96, 0..<64) && isBelow(small, 0..<96, 44..<64))
        #expect(!isBelow(small, 48..<69, 11..<43))
        // The presenter alone is cut out: nothing of the screen is in it, so it hides everything below.
        let cut = try made(Self.camera(crop: LayerCrop(x: 0.5625, y: 0, width: 0.4375, height: 1)))
        let plain = try made(Self.camera(key: nil, crop: LayerCrop(x: 0.5625, y: 0, width: 0.4375, height: 1)))
        #expect(zip(cut.bytes, plain.bytes).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
        // The other half alone: nothing shows.
        let none = try made(Self.camera(crop: LayerCrop(x: 0, y: 0, width: 0.45, height: 1)))
        #expect(none.bytes == below.bytes)
        let mirrored = try made(Self.camera(orientation: .upMirrored))
        #expect(isBelow(mirrored, 50..<96, 0..<64) && !isBelow(mirrored, 0..<46, 0..<64))
        let upside = try made(Self.camera(orientation: .down))
        #expect(isBelow(upside, 50..<96, 0..<64) && !isBelow(upside, 0..<46, 0..<64))
        let faint = try made(Self.camera(alpha: 0.5))
        #expect(isBelow(faint, 0..<46, 0..<64))
        for x in stride(from: 52, to: 96, by: 5) {
            #expect(abs(2 * faint.at(x, 20) - below.at(x, 20) - (60 + (x * 3 + 100) % 120)) <= 2)
        }
        // Rotated by half a turn and by a little: the screen's side is where it has turned to.
        let turned = try made(Self.camera(rotation: 180))
        #expect(isBelow(turned, 50..<96, 0..<64) && !isBelow(turned, 0..<46, 0..<64))
        let tilted = try made(Self.camera(rotation: 10))
        #expect(isBelow(tilted, 0..<36, 8..<56))
        #expect(!isBelow(tilted, 60..<90, 8..<56))
    }

    @Test("A camera of another format and size")
    func formats() throws {
        // Twice as large, 4:2:2 packed: the screen on the left.
        let screen = Self.screen
        let camera = TestPicture(size: PictureSize(width: 192, height: 128), pixels: .yuyv) { _, x, _ in
            let isGreen = x < 192
            switch x % 4 {
            case 0, 2: return isGreen ? screen.y : 150
            case 1: return isGreen ? screen.u : 128
            default: return isGreen ? screen.v : 128
            }
        }
        let below = try #require(rig(Self.scene([])).step(camera))
        let made = try #require(rig(Self.scene([Self.camera()])).step(camera))
        let isRight = (0..<64).allSatisfy { y in
            (0..<46).allSatisfy { made.at($0, y) == below.at($0, y) } && (50..<96).allSatisfy { made.at($0, y) == 150 }
        }
        #expect(isRight)
    }

    @Test("Program and mirrored preview; the camera's filter runs once, and what is in the callback is keyed")
    func outputs() throws {
        let rig = rig(Self.scene([Self.camera()]), preview: true) { $0.isPreviewMirrored = true }
        let program = try #require(rig.step(Self.presenter))
        let preview = try #require(rig.previewPicture)
        // Layers are not mirrored in the preview; the camera is.
        let below = try #require(self.rig(Self.scene([])).step(Self.presenter))
        #expect((0..<46).allSatisfy { program.at($0, 30) == below.at($0, 30) })
        #expect((50..<96).allSatisfy { preview.at($0, 30) == below.at($0, 30) })
        #expect((52..<96).allSatisfy { program.at($0, 30) == preview.at(95 - $0, 30) })
    }

    @Test("A keyed picture and a keyed camera that has nothing below it; a grey screen is refused")
    func others() throws {
        // An opaque bitmap of the screen's colour over the camera.
        var layer = Layer.image("slide")
        layer.key = ChromaKey(color: .green)
        let green = ImageBitmap.made(30, 20) { x, _ in x < 15 ? (64, 177, 0, 255) : (90, 90, 90, 255) }
        let camera = TestPicture.noise(Self.size, seed: 5)
        let made = try #require(rig(.overCamera([(layer, LayerCell(green))])).step(camera))
        let plain = camera.make(0, at: HostTime(nanoseconds: 0))
        #expect((0..<44).allSatisfy { made.at($0, 31) == plain.at($0, 31) })
        #expect((56..<96).allSatisfy { abs(made.at($0, 31) - 93) <= 1 })
        // One with opacity of its own stays as it is.
        let translucent = ImageBitmap.made(30, 20) { _, _ in (32, 88, 0, 128) }
        var unkeyed = layer
        unkeyed.key = nil
        #expect(
            rig(.overCamera([(layer, LayerCell(translucent))])).step(camera)?.bytes
                == rig(.overCamera([(unkeyed, LayerCell(translucent))])).step(camera)?.bytes)
        // Nothing below: the background.
        let alone = LoadedScene(
            Scene(layers: [Self.camera()], background: LayerColor(red: 255, green: 255, blue: 255)), cells: [nil])
        let white = try #require(rig(alone).step(Self.presenter))
        #expect((0..<46).allSatisfy { white.at($0, 9) == 235 } && white.at(60, 9) == 60 + 225 % 120)
    }

    @Test("Transitions show both scenes keyed")
    func transitions() throws {
        let white = LayerCell(.grey(4, 4, 255))
        let (first, second) = (Self.scene([Self.camera()]), Self.scene([Self.camera()], below: white))
        let rig = rig(first)
        let old = try #require(rig.step(Self.presenter))
        let new = try #require(self.rig(second).step(Self.presenter))
        rig.show(second, .fade, ticks: 4)
        rig.step(Self.presenter)
        rig.step(Self.presenter)
        let middle = try #require(rig.step(Self.presenter))
        #expect(isMean(middle.bytes, of: old.bytes, new.bytes))
        rig.step(Self.presenter)
        #expect(rig.step(Self.presenter)?.bytes == new.bytes)
        // A move takes the keyed camera along.
        let moved = Self.scene([Self.camera(LayerPlacement(x: 0.5, y: 0, width: 0.5, height: 0.5))])
        rig.show(first)
        rig.step(Self.presenter)
        rig.show(moved, .move, ticks: 4)
        for _ in 0..<4 { rig.step(Self.presenter) }
        let end = try #require(rig.step(Self.presenter))
        #expect(end.bytes == self.rig(moved).step(Self.presenter)?.bytes)
    }

    @Test("A slate in the camera's place is not keyed")
    func slate() throws {
        let green = LayerCell(ImageBitmap.made(9, 6) { _, _ in (64, 177, 0, 255) })
        let rig = rig(Self.scene([Self.camera()])) { $0.slate = green }
        var shown = rig.step(Self.presenter)
        #expect(shown?.at(10, 10) != Int(Self.screen.y))
        for _ in 0..<30 { shown = rig.step() ?? shown }
        let picture = try #require(shown)
        #expect(
            abs(picture.at(10, 10) - Int(Self.screen.y)) <= 1
                && abs(picture.at(5, 5, plane: 2) - Int(Self.screen.v)) <= 1)
    }

    @Test(
        "A key that makes no sense is told",
        arguments: [
            (Layer("a", .text(TextLabel("x", size: 0.1)), key: ChromaKey(color: .green)), "key"),
            (
                Layer("a", .color(.black), placement: .init(width: 9, height: 9), key: ChromaKey(color: .green)), "key"
            ),
            (Layer("a", .camera, key: ChromaKey(color: .green, similarity: 1.1)), "key.similarity"),
            (Layer("a", .camera, key: ChromaKey(color: .green, smoothness: -1)), "key.smoothness"),
            (Layer("a", .camera, key: ChromaKey(color: .green, spill: .nan)), "key.spill"),
            (Layer("a", .camera, key: ChromaKey(color: KeyColor(red: 99, green: 100, blue: 90))), "key.color"),
        ])
    func faults(_ layer: Layer, _ field: String) {
        var error: LayerError?
        do throws(LayerError) { _ = try Scene(layers: [layer]).validated() } catch let fault { error = fault }
        #expect(error?.field == field && error?.advice != nil)
    }
}

extension ImageBitmap {
    /// A slope of grey, 96x64.
    fileprivate static var slope: ImageBitmap {
        made(96, 64) { x, y in
            let value = UInt8(x + 2 * y)
            return (value, value / 2, value, 255)
        }
    }
}
