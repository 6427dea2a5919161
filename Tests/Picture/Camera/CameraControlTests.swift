import OnAirMedia
import OnAirPicture
import OnAirPixels
import Testing

struct CameraControlTests {
    static let size = PictureSize(width: 96, height: 64)
    private static let start = HostTime(nanoseconds: 0)

    /// A picture with a bright left third.
    private static let lopsided = TestPicture(size: size) { plane, x, _ in plane == 0 ? (x < 32 ? 220 : 40) : 128 }

    /// A logo whose left half is white and whose right half is black.
    private static func logoScene() -> LoadedScene {
        let logo = ImageBitmap.made(16, 8) { x, _ in x < 8 ? (255, 255, 255, 255) : (0, 0, 0, 255) }
        return .overCamera([(Layer.image("logo", x: 60, y: 40, width: 16, height: 8), LayerCell(logo))])
    }

    @Test(
        "Mirroring turns the camera's layer alone, for those who are to see it so",
        arguments: [(false, false), (true, false), (false, true), (true, true)])
    func mirrors(stream: Bool, preview: Bool) throws {
        var values = PictureControls.Values(streamSize: Self.size, isStreamMirrored: stream)
        values.isPreviewMirrored = preview
        values.show(Self.logoScene())
        let rig = MixRig(values, watchesPreview: true)
        let program = try #require(rig.step(Self.lopsided))
        let shown = try #require(rig.previewPicture)
        for (picture, isMirrored) in [(program, stream), (shown, preview)] {
            #expect(picture.at(10, 5) == (isMirrored ? 40 : 220) && picture.at(85, 5) == (isMirrored ? 220 : 40))
            // The logo is readable for both.
            #expect(picture.at(62, 44) == 235 && picture.at(73, 44) == 16)
        }
        #expect((rig.statistics.preview.count == 0) == (stream == preview))
    }

    @Test("Mirrored in a corner, the camera stays in its corner")
    func mirroredCorner() throws {
        var values = PictureControls.Values(streamSize: Self.size)
        values.isPreviewMirrored = true
        values.show(
            LoadedScene(
                Scene(layers: [
                    Layer(.camera, .camera, placement: .init(x: 40, y: 20, width: 48, height: 32))
                ]), cells: [nil]))
        let rig = MixRig(values, watchesPreview: true)
        let program = try #require(rig.step(Self.lopsided))
        let shown = try #require(rig.previewPicture)
        #expect(program.at(42, 30) == 220 && program.at(86, 30) == 40 && program.at(39, 30) == 16)
        #expect(shown.at(42, 30) == 40 && shown.at(86, 30) == 220 && shown.at(39, 30) == 16)
    }

    @Test("Frozen, viewers keep their very picture and their size; the preview goes on, and so does the grid")
    func frozen() throws {
        var values = PictureControls.Values(streamSize: Self.size)
        values.isPreviewMirrored = true
        let rig = MixRig(values, watchesPreview: true)
        let before = try #require(rig.step(.flat(Self.size, 50)))
        rig.controls.set { $0.isFrozen = true }
        for luma: UInt8 in [60, 70, 80] {
            if luma == 70 { rig.controls.set { $0.streamSize = PictureSize(width: 64, height: 96) } }
            let picture = try #require(rig.step(.flat(Self.size, luma)))
            #expect(picture.isSame(as: before) && rig.shown.last?.isRepeat == true)
            #expect(rig.previewPicture?.at(20, 20) == Int(luma))
        }
        #expect(rig.statistics.repeats == 3 && rig.statistics.programPictures == 4)
        rig.controls.set { $0.isFrozen = false }
        let after = try #require(rig.step())
        #expect(after.at(20, 20) == 80 && after.format.size == PictureSize(width: 64, height: 96))
        #expect(rig.shown.map(\.gridIndex) == [2, 3, 4])
    }

    @Test("Frozen and unseen, nothing of the camera is worked on")
    func frozenCost() {
        let rig = MixRig(Self.size)
        rig.step(.flat(Self.size, 50))
        rig.controls.set { $0.isFrozen = true }
        for index in 0..<10 { rig.step(.noise(Self.size, seed: index)) }
        #expect(rig.statistics.convert.count == 1 && rig.statistics.mix.count == 0)
    }

    @Test("Twice as near shows the middle half, and glides there", arguments: [2.0, 4])
    func zoom(factor: Double) throws {
        let size = PictureSize(width: 320, height: 160)
        let rig = MixRig(size)
        rig.step(.slopes(size))
        rig.controls.set { $0.zoom = PictureZoom(factor, duration: MediaTime(value: 5, timescale: 10)) }
        var spans: [Int] = []
        for tick in 0...5 {
            // A silent camera zooms too.
            let picture = try #require(rig.step(tick == 3 ? nil : .slopes(size)))
            spans.append(picture.at(319, 80) - picture.at(0, 80))
            // The middle stays in the middle.
            #expect(abs(picture.at(160, 80) - 116) <= 2)
        }
        #expect(zip(spans, spans.dropFirst()).allSatisfy { $0 > $1 })
        #expect(abs(Double(spans[0]) - 199) <= 2 && abs(Double(spans[5]) - 200 / factor) <= 3)
        rig.step()
        #expect(rig.shown.last?.isRepeat == true)
    }

    @Test("Turned while live, the next picture has the new size and the grid goes on; the layers lie on the new canvas")
    func turning() throws {
        let (wide, tall) = (PictureSize(width: 96, height: 64), PictureSize(width: 64, height: 96))
        var values = PictureControls.Values(streamSize: wide)
        values.show(
            .overCamera([(Layer.image("a", x: 0.5, y: 0.5, width: 0.25, height: 0.25), LayerCell(.grey(3, 3)))]))
        let rig = MixRig(values)
        // Black above, white below.
        let camera = TestPicture(size: wide) { plane, _, y in plane == 0 ? (y < 32 ? 30 : 210) : 128 }
        let first = try #require(rig.step(camera))
        #expect(first.at(48, 32) == 235 && first.at(71, 47) == 235 && first.at(72, 47) == 210)
        rig.controls.set { $0.turn(to: .portrait, preview: wide, stream: wide) }
        // The camera is silent: it is turned all the same.
        let second = try #require(rig.step())
        #expect(second.format == .working(tall) && rig.shown.last?.gridIndex == 1)
        #expect(second.at(32, 48) == 235 && second.at(47, 71) == 235 && second.at(48, 71) != 235)
        // A quarter clockwise, what was below is at the left.
        #expect(second.at(2, 10) == 210 && second.at(61, 10) == 30)
        rig.controls.set { $0.turn(to: .landscapeLeft, preview: wide, stream: wide) }
        let third = try #require(rig.step(camera))
        #expect(third.format == .working(wide) && third.at(4, 4) == 210 && third.at(4, 60) == 30)
    }

    @Test("The slate shows where the camera would, after two seconds without it, until it is back")
    func slate() throws {
        var values = PictureControls.Values(streamSize: Self.size)
        values.slate = LayerCell(.grey(12, 8, 255))
        values.isStreamMirrored = true
        let rig = MixRig(values)
        rig.step(.flat(Self.size, 50))
        for _ in 1..<20 { #expect(rig.step()?.at(9, 9) == 50) }
        #expect(rig.statistics.repeats == 19)
        #expect(rig.step()?.at(9, 9) == 235 && rig.shown.last?.isRepeat == false)
        #expect(rig.step()?.at(9, 9) == 235 && rig.shown.last?.isRepeat == true)
        #expect(rig.step(.flat(Self.size, 60))?.at(9, 9) == 60)
    }

    @Test("Without a slate the camera's last picture stays")
    func noSlate() {
        let rig = MixRig(Self.size)
        rig.step(.flat(Self.size, 50))
        for _ in 0..<40 { #expect(rig.step()?.at(9, 9) == 50) }
        #expect(rig.statistics.repeats == 40)
    }

    /// Adds to each luma sample; counts its calls.
    final class Adder: PictureFilter {
        let name: String
        private let amount: UInt8
        private let calls = Lock(0)
        var count: Int { calls.withLock { $0 } }

        init(_ name: String, _ amount: UInt8) { (self.name, self.amount) = (name, amount) }

        func process(_ picture: inout MutablePicture, at time: MediaTime) {
            calls.withLock { $0 += 1 }
            picture.withMutablePlane(0) { plane in
                for row in 0..<plane.rows {
                    for x in 0..<plane.bytesPerRow { plane.base[row * plane.stride + x] &+= amount }
                }
            }
        }
    }

    @Test("The callback comes before the filters, both before the layers; each new picture goes through once")
    func chain() throws {
        let (first, second) = (Adder("first", 3), Adder("second", 5))
        var values = PictureControls.Values(streamSize: Self.size)
        values.rawCallback = { picture in
            let luma = picture.withMutablePlane(0) { plane in
                plane.base[0] *= 2
                return plane.base[0]
            }
            #expect(luma == 40 && picture.format == .working(Self.size))
        }
        values.filters = [first, second]
        let cell = LayerCell(.grey(2, 2))
        values.show(.overCamera([(Layer.image("a", x: 50, y: 20, width: 4, height: 4), cell)]))
        let rig = MixRig(values)
        let picture = try #require(rig.step(.flat(Self.size, 20)))
        #expect(picture.at(0, 0) == 48 && picture.at(1, 0) == 28 && picture.at(51, 21) == 235)
        // Layers change, the camera is silent: it is not filtered again.
        for value: UInt8 in [0, 255, 0] {
            cell.show(.images(ImageSequence(.grey(2, 2, value))))
            #expect(rig.step()?.at(51, 21) == (value == 0 ? 16 : 235))
        }
        #expect(first.count == 1 && second.count == 1 && rig.statistics.convert.count == 1)
        rig.step(.flat(Self.size, 20))
        #expect(first.count == 2)
        rig.controls.set { $0.filters = [second] }
        #expect(rig.step(.flat(Self.size, 20))?.at(1, 0) == 25)
        #expect(rig.statistics.filters.map(\.name) == ["second"] && rig.statistics.filters[0].time.count == 1)
        #expect(rig.statistics.callback.count == 3 && rig.statistics.filtering.count == 3)
    }

    /// Adds to luma, by nothing but the picture.
    private final class Repeatable: PictureFilter {
        let name = "repeatable"
        let isRepeatable = true
        private let calls = Lock(0)
        var count: Int { calls.withLock { $0 } }

        func process(_ picture: inout MutablePicture, at time: MediaTime) {
            calls.withLock { $0 += 1 }
            picture.withMutablePlane(0) { plane in
                for index in 0..<plane.rows * plane.stride { plane.base[index] &+= 5 }
            }
        }
    }

    @Test("A filter that may see a picture again does so where layers change over a silent camera, and shows the same")
    func repeated() throws {
        let filter = Repeatable()
        var values = PictureControls.Values(streamSize: Self.size)
        values.filters = [filter]
        let cell = LayerCell(.grey(2, 2))
        values.show(.overCamera([(Layer.image("a", x: 50, y: 20, width: 4, height: 4), cell)]))
        let rig = MixRig(values)
        #expect(rig.step(.flat(Self.size, 20))?.at(1, 0) == 25)
        for value: UInt8 in [0, 255, 0] {
            cell.show(.images(ImageSequence(.grey(2, 2, value))))
            let picture = try #require(rig.step())
            #expect(picture.at(1, 0) == 25 && picture.at(51, 21) == (value == 0 ? 16 : 235))
        }
        #expect((2...4).contains(filter.count))
    }

    @Test("A callback that exchanges the picture for another kind of picture is refused, not trapped on")
    func exchanged() {
        var values = PictureControls.Values(streamSize: Self.size)
        let pool = PicturePool(format: .working(PictureSize(width: 8, height: 8)), capacity: 1)
        values.rawCallback = { picture in
            if let other = pool.take(captureTime: Self.start, sequence: 0) { picture = other }
        }
        let rig = MixRig(values)
        #expect(rig.step(.flat(Self.size, 20)) == nil)
        #expect(rig.stage.ledger[.corrupt] == 1)
        rig.controls.set { $0.rawCallback = nil }
        #expect(rig.step(.flat(Self.size, 20))?.at(0, 0) == 20)
    }

    @Test(
        "A silent camera's memory is let go after three ticks, and what it showed is still there to be shown otherwise")
    func letsGo() throws {
        let pool = PicturePool(format: .working(Self.size), capacity: 2)
        let rig = MixRig(Self.size)
        try #require(rig.put(pool, luma: 90))
        rig.step()
        for inUse in [1, 1, 0] {
            rig.step()
            #expect(pool.inUse == inUse)
        }
        rig.controls.set { $0.isStreamMirrored = true }
        #expect(rig.step()?.at(5, 5) == 90 && rig.shown.last?.isRepeat == false)
    }

    @Test("A size nobody can encode is made one that can be")
    func sizes() {
        let rig = MixRig(PictureSize(width: 0, height: -7))
        #expect(rig.step(.flat(Self.size, 20))?.format.size == PictureSize(width: 2, height: 2))
        rig.controls.set { $0.streamSize = PictureSize(width: 33, height: 31) }
        #expect(rig.step(.flat(Self.size, 20))?.format.size == PictureSize(width: 32, height: 30))
    }

    @Test("A picture that is of no use is counted once; layers go on changing over the last good one")
    func corrupt() {
        let crop = PictureRect(x: 32, y: 0, width: 64, height: 64)
        let rig = MixRig(PictureControls.Values(streamSize: Self.size), crop: crop)
        rig.step(.flat(Self.size, 50))
        #expect(rig.step(.flat(PictureSize(width: 16, height: 16), 90))?.at(9, 9) == 50)
        #expect(rig.stage.ledger[.corrupt] == 1 && rig.shown.last?.isRepeat == true)
        rig.show(.overCamera([(Layer.image("a", width: 8, height: 8), LayerCell(.grey(2, 2)))]))
        let picture = rig.step()
        #expect(picture?.at(2, 2) == 235 && picture?.at(20, 20) == 50 && rig.stage.ledger[.corrupt] == 1)
        #expect(rig.statistics.lastError?.code == "crop-outside-picture")
        #expect(rig.step(.flat(Self.size, 70))?.at(20, 20) == 70)
    }
}
