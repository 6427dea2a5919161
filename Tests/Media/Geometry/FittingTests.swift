import OnAirMedia
import OnAirTestKit
import Testing

struct FittingTests {
    /// Sizes that cameras, screens and users come up with, then some from a seed.
    static let sizes: [PictureSize] = {
        var generator = SeededGenerator(seed: 4)
        let usual = [
            (640, 480), (1280, 720), (1920, 1080), (960, 540), (352, 288), (720, 1280), (1080, 1080), (1, 1), (2, 1),
            (1, 3), (3840, 2160), (641, 481), (160, 90), (7, 999),
        ]
        let random = (0..<30).map { _ in
            (Int.random(in: 1...2000, using: &generator), Int.random(in: 1...2000, using: &generator))
        }
        return (usual + random).map { PictureSize(width: $0.0, height: $0.1) }
    }()

    private func isEvenOrWhole(_ start: Int, _ length: Int, of whole: Int) -> Bool {
        (start == 0 && length == whole) || (start % 2 == 0 && (length % 2 == 0 || whole < 2))
    }

    @Test("A crop is inside, centred, even, and as large and as true to shape as even numbers allow", arguments: sizes)
    func crop(size: PictureSize) {
        for shape in Self.sizes {
            let crop = size.centredCrop(toShapeOf: shape)
            #expect(crop.intersection(PictureRect(size)) == crop)
            #expect(crop.width == size.width || crop.height == size.height)
            #expect(isEvenOrWhole(crop.x, crop.width, of: size.width))
            #expect(isEvenOrWhole(crop.y, crop.height, of: size.height))
            // The margins of a side differ by less than two chroma samples.
            #expect((0...3).contains(size.width - crop.width - 2 * crop.x))
            #expect((0...3).contains(size.height - crop.height - 2 * crop.y))
            // The exact side is at most one pixel away, unless there is no room for that.
            let exactWidth = Double(crop.height) * Double(shape.width) / Double(shape.height)
            let exactHeight = Double(crop.width) * Double(shape.height) / Double(shape.width)
            #expect(
                abs(exactWidth - Double(crop.width)) <= 1.001 || abs(exactHeight - Double(crop.height)) <= 1.001
                    || crop.width <= 2 || crop.height <= 2)
        }
    }

    @Test("Fitting shows all of the picture in the canvas, touching two opposite sides", arguments: sizes)
    func fit(size: PictureSize) {
        for canvas in Self.sizes {
            let rect = size.fitted(in: canvas)
            #expect(rect.intersection(PictureRect(canvas)) == rect)
            #expect(rect.width == canvas.width || rect.height == canvas.height)
            #expect(isEvenOrWhole(rect.x, rect.width, of: canvas.width))
            #expect(isEvenOrWhole(rect.y, rect.height, of: canvas.height))
        }
    }

    @Test("Filling covers the canvas and stands out on one axis at most, evenly on both sides", arguments: sizes)
    func fill(size: PictureSize) {
        for canvas in Self.sizes {
            let rect = size.filling(canvas)
            #expect(PictureRect(canvas).intersection(rect) == PictureRect(canvas))
            #expect(rect.width == canvas.width || rect.height == canvas.height)
            #expect(rect.x % 2 == 0 && rect.y % 2 == 0)
            #expect((0...3).contains(rect.width - canvas.width + 2 * rect.x))
            #expect((0...3).contains(rect.height - canvas.height + 2 * rect.y))
        }
    }

    @Test("The same shape is neither cut nor boxed", arguments: sizes)
    func sameShape(size: PictureSize) {
        let double = PictureSize(width: size.width * 2, height: size.height * 2)
        #expect(size.centredCrop(toShapeOf: double) == PictureRect(size))
        #expect(size.fitted(in: double) == PictureRect(double))
        #expect(size.filling(double) == PictureRect(double))
    }

    @Test("Examples one can check by hand")
    func examples() {
        let (vga, hd) = (PictureSize(width: 640, height: 480), PictureSize(width: 1280, height: 720))
        #expect(vga.centredCrop(toShapeOf: hd) == PictureRect(x: 0, y: 60, width: 640, height: 360))
        #expect(hd.centredCrop(toShapeOf: vga) == PictureRect(x: 160, y: 0, width: 960, height: 720))
        #expect(vga.fitted(in: hd) == PictureRect(x: 160, y: 0, width: 960, height: 720))
        #expect(hd.fitted(in: vga) == PictureRect(x: 0, y: 60, width: 640, height: 360))
        #expect(vga.filling(hd) == PictureRect(x: 0, y: -120, width: 1280, height: 960))
        #expect(hd.filling(vga) == PictureRect(x: -106, y: 0, width: 854, height: 480))
    }

    @Test("Sizes far beyond any picture do not overflow")
    func huge() {
        let huge = PictureSize(width: Int.max / 8, height: Int.max / 16)
        #expect(huge.centredCrop(toShapeOf: PictureSize(width: 1, height: 1)).height == huge.height)
        #expect(PictureSize(width: 1, height: 1).fitted(in: huge).height == huge.height)
    }

    @Test(
        "Stream sizes are clamped to 160…1920 × 90…1080 and rounded up to multiples of 4",
        arguments: [
            ((1, 1), (160, 92)), ((640, 360), (640, 360)), ((641, 361), (644, 364)), ((4000, 3000), (1920, 1080)),
            ((3000, 4000), (1080, 1920)), ((90, 160), (92, 160)), ((1080, 1080), (1080, 1080)),
            ((1920, 1920), (1920, 1080)), ((958, 538), (960, 540)), ((500, 20), (500, 92)),
        ])
    func streamSizes(size: (Int, Int), expected: (Int, Int)) {
        let clamped = PictureSize(width: size.0, height: size.1).clampedForStreaming
        #expect(clamped == PictureSize(width: expected.0, height: expected.1))
        #expect(clamped.clampedForStreaming == clamped)
    }

    @Test("Rounding up to multiples of 4 adds at most 3", arguments: sizes)
    func multiplesOf4(size: PictureSize) {
        let rounded = size.roundedUpToMultiplesOf4
        #expect(rounded.width % 4 == 0 && rounded.height % 4 == 0)
        #expect((0...3).contains(rounded.width - size.width) && (0...3).contains(rounded.height - size.height))
    }
}
