import OnAirMedia
import OnAirPicture
import Testing

struct PreviewTests {
    static let size = PictureSize(width: 96, height: 64)

    @Test("Nothing is made for a preview that nobody looks at")
    func unwatched() {
        var values = PictureControls.Values(
            streamSize: Self.size, canvasSize: PictureSize(width: 192, height: 128), isStreamMirrored: true)
        values.show(.overCamera([(Layer.image("a", width: 9, height: 9), LayerCell(.grey(3, 3)))]))
        let rig = MixRig(values)
        for index in 0..<20 { rig.step(.noise(Self.size, seed: index)) }
        #expect(rig.statistics.previewPictures == 0 && rig.statistics.preview.count == 0)
        rig.watch()
        rig.step()
        #expect(rig.previewPicture?.format.size == PictureSize(width: 192, height: 128))
        #expect(rig.statistics.previewPictures == 1 && rig.statistics.preview.count == 1)
        // Nothing new: the same picture again.
        rig.step()
        #expect(rig.statistics.previewPictures == 2 && rig.statistics.preview.count == 1)
    }

    @Test("Whether somebody looks or not, viewers get the same bytes")
    func sameStream() throws {
        func stream(_ isWatched: Bool) -> [UInt64] {
            var values = PictureControls.Values(streamSize: Self.size)
            values.isPreviewMirrored = true
            values.show(
                .overCamera([
                    (Layer.image("a", x: 3, y: 5, width: 31, height: 17), LayerCell(.grey(5, 5, 90))),
                    (Layer("b", .color(LayerColor(red: 9, green: 99, blue: 199, alpha: 77))), nil),
                ]))
            let rig = MixRig(values, watchesPreview: isWatched)
            return (0..<12).compactMap { rig.step($0 % 3 == 2 ? nil : .noise(Self.size, seed: $0))?.digest }
        }
        let (alone, both) = (stream(false), stream(true))
        #expect(alone == both && alone.count == 12)
    }

    @Test("The stream shows the middle of the canvas; layers lie on the canvas, for both")
    func cutCanvas() throws {
        // A square stream out of a wide canvas twice as high.
        let canvas = PictureSize(width: 240, height: 120)
        var values = PictureControls.Values(streamSize: PictureSize(width: 60, height: 60), canvasSize: canvas)
        values.show(
            .overCamera([
                (Layer.image("a", x: 60, y: 20, width: 20, height: 20), LayerCell(.grey(5, 5))),
                (Layer.image("b", x: 0, y: 0, width: 30, height: 30), LayerCell(.grey(5, 5))),
            ]))
        for isWatched in [false, true] {
            let rig = MixRig(values, watchesPreview: isWatched)
            let program = try #require(rig.step(.slopes(canvas)))
            // Columns 60 to 180 of the canvas, halved: the left layer is at its left edge.
            #expect(program.at(0, 10) == 235 && program.at(9, 19) == 235 && program.at(10, 19) != 235)
            #expect(program.at(0, 9) != 235 && program.at(0, 20) != 235)
            // Slopes: 16 + 200 · column / 240 at columns 61 and 179.
            #expect(abs(program.at(0, 40) - 66) <= 1 && abs(program.at(59, 40) - 165) <= 1)
            guard isWatched else { continue }
            let shown = try #require(rig.previewPicture)
            #expect(shown.format.size == canvas && shown.at(60, 20) == 235 && shown.at(79, 39) == 235)
            #expect(shown.at(5, 5) == 235 && abs(shown.at(239, 100) - 215) <= 1)
        }
    }

    @Test("A picture-in-picture of the camera is all of the canvas, though the stream cuts it")
    func cornerOfCutCanvas() throws {
        let canvas = PictureSize(width: 240, height: 120)
        var values = PictureControls.Values(streamSize: PictureSize(width: 120, height: 120), canvasSize: canvas)
        values.show(
            LoadedScene(
                Scene(layers: [Layer(.camera, .camera, placement: .init(x: 100, y: 40, width: 60, height: 30))]),
                cells: [nil]))
        let rig = MixRig(values)
        let program = try #require(rig.step(.slopes(canvas)))
        // The canvas's column 100 is the stream's column 40; the picture goes from 16 to 216 in it.
        #expect(abs(program.at(40, 50) - 18) <= 3 && abs(program.at(99, 50) - 214) <= 3)
        #expect(program.at(39, 50) == 16 && program.at(100, 50) == 16)
    }

    @Test("A preview that is the program's own picture goes on by itself while viewers see a frozen one")
    func frozenProgram() throws {
        let rig = MixRig(Self.size, preview: true)
        let before = try #require(rig.step(.flat(Self.size, 50)))
        rig.controls.set { $0.isFrozen = true }
        for luma: UInt8 in [60, 70] {
            #expect(rig.step(.flat(Self.size, luma))?.isSame(as: before) == true)
            #expect(rig.previewPicture?.at(3, 3) == Int(luma))
        }
        rig.controls.set { $0.isFrozen = false }
        let after = try #require(rig.step(.flat(Self.size, 80)))
        #expect(after.at(3, 3) == 80 && rig.previewPicture?.isSame(as: after) == true)
    }
}
