import OnAirMedia
import OnAirPicture
import Testing

struct LayerPlacementTests {
    static let canvas = PictureSize(width: 640, height: 360)

    struct Case: Sendable {
        var placement: LayerPlacement
        var shape: Double?
        /// x, y, width, height of the canvas's pixels; nil where there is none.
        var expected: [Double]?
    }

    @Test(
        "Up to 1 is a fraction, above are pixels, 0 follows from the shape, below 0 centres",
        arguments: [
            // The defaults of logo and text on a 640x360 canvas, for a logo of 200x100 and a text of 5:1.
            Case(placement: .logo, shape: 2, expected: [64, 18, 72, 36]),
            Case(placement: .text, shape: 5, expected: [32, 54, 56.25, 11.25]),
            Case(placement: .whole, shape: 7, expected: [0, 0, 640, 360]),
            Case(placement: .init(x: 10, y: 20, width: 100, height: 50), expected: [10, 20, 100, 50]),
            Case(placement: .init(x: 0.5, y: 0.25, width: 0.5, height: 50), expected: [320, 90, 320, 50]),
            Case(placement: .init(x: 1, y: 1, width: 1, height: 1), expected: [640, 360, 640, 360]),
            Case(placement: .init(x: -1, y: -0.1, width: 100, height: 50), expected: [270, 155, 100, 50]),
            Case(placement: .init(x: -1, y: 0, width: 0, height: 0.5), shape: 1.5, expected: [185, 0, 270, 180]),
            Case(placement: .init(x: 0, y: -1, width: 64, height: 0), shape: 0.5, expected: [0, 116, 64, 128]),
            Case(placement: .init(width: 0, height: 0), shape: 1, expected: nil),
            Case(placement: .init(width: 0, height: 0.5), shape: nil, expected: nil),
            Case(placement: .init(width: -1, height: 1), shape: 1, expected: nil),
            Case(placement: .init(x: .nan), expected: nil),
            Case(placement: .init(width: .infinity), expected: nil),
        ])
    func rule(_ one: Case) {
        let rect = one.placement.rect(on: Self.canvas, shape: one.shape)
        guard let expected = one.expected else {
            #expect(rect == nil)
            return
        }
        let found = rect.map { [$0.x, $0.y, $0.width, $0.height] } ?? []
        #expect(found.count == 4 && zip(found, expected).allSatisfy { abs($0 - $1) < 1e-9 }, "\(found)")
    }

    @Test("A text without width and height has the size it was drawn in") func natural() throws {
        let layer = Layer(
            .text, .text(TextLabel("x", size: 20)), placement: LayerPlacement(x: 10, y: -1, width: 0, height: 0))
        let mapping = CanvasMapping(canvas: Self.canvas, output: Self.canvas)
        let content = PictureSize(width: 91, height: 40)
        let laid = try #require(LaidLayer(layer, content: content, mapping: mapping))
        #expect(laid.frame == PictureRect(x: 10, y: (Self.canvas.height - 40) / 2, width: 91, height: 40))
        var picture = layer
        picture.source = .picture(path: "x")
        #expect(LaidLayer(picture, content: content, mapping: mapping) == nil)
    }

    @Test("Of a layer far larger than the picture only what shows is drawn, and it stays where it is")
    func farOut() throws {
        let canvas = PictureSize(width: 640, height: 360)
        let layer = Layer(
            "big", .picture(path: "x"), placement: LayerPlacement(x: 0, y: 10, width: 8000, height: 6000))
        let laid = try #require(
            LaidLayer(
                layer, content: PictureSize(width: 320, height: 240),
                mapping: CanvasMapping(canvas: canvas, output: canvas)))
        // A pixel of it is 25 of the canvas: 26 columns and 14 rows show.
        #expect(laid.frame == PictureRect(x: 0, y: 10, width: 650, height: 350))
        #expect(abs(laid.crop.width * 320 - 26) < 1e-9 && abs(laid.crop.height * 240 - 14) < 1e-9)
        #expect(laid.crop.x == 0 && laid.crop.y == 0)
    }

    struct Fit: Sendable {
        var fit: LayerFit
        var content: PictureSize
        var crop = LayerCrop.whole
        var orientation = ImageOrientation.up
        /// The frame's x, y, width, height on the canvas.
        var frame: [Int]
        /// What is shown of the upright content.
        var pixels: [Int]
    }

    @Test(
        "Stretch distorts, fill cuts, fit leaves room: in a rectangle of 200x100 at (20, 10)",
        arguments: [
            Fit(
                fit: .stretch, content: .init(width: 50, height: 50), frame: [20, 10, 200, 100],
                pixels: [0, 0, 50, 50]),
            Fit(
                fit: .fill, content: .init(width: 100, height: 100), frame: [20, 10, 200, 100],
                pixels: [0, 25, 100, 50]),
            Fit(
                fit: .fill, content: .init(width: 800, height: 200), frame: [20, 10, 200, 100],
                pixels: [200, 0, 400, 200]),
            Fit(
                fit: .fit, content: .init(width: 100, height: 100), frame: [70, 10, 100, 100],
                pixels: [0, 0, 100, 100]),
            Fit(
                fit: .fit, content: .init(width: 800, height: 200), frame: [20, 35, 200, 50],
                pixels: [0, 0, 800, 200]),
            // Cut first: the left half of 100x100 is 50x100, which fits as 50x100.
            Fit(
                fit: .fit, content: .init(width: 100, height: 100), crop: .init(width: 0.5), frame: [95, 10, 50, 100],
                pixels: [0, 0, 50, 100]),
            // Turned first: 200x800 stands as 800x200.
            Fit(
                fit: .fit, content: .init(width: 200, height: 800), orientation: .left, frame: [20, 35, 200, 50],
                pixels: [0, 0, 800, 200]),
        ])
    func fits(_ one: Fit) throws {
        var layer = Layer(
            "a", .picture(path: ""), placement: .init(x: 20, y: 10, width: 200, height: 100), crop: one.crop,
            fit: one.fit, orientation: one.orientation)
        let mapping = CanvasMapping(canvas: Self.canvas, output: Self.canvas)
        let laid = try #require(LaidLayer(layer, content: one.content, mapping: mapping))
        let shown = laid.crop.pixels(of: one.content.turned(one.orientation))
        #expect([laid.frame.x, laid.frame.y, laid.frame.width, laid.frame.height] == one.frame)
        #expect([shown.x, shown.y, shown.width, shown.height] == one.pixels)
        layer.isVisible = false
        #expect(LaidLayer(layer, content: one.content, mapping: mapping) == nil)
    }

    @Test("Random rectangles come to lie on the stream's pixels where exact fractions say")
    func mapped() throws {
        var numbers = SeededNumbers(6)
        for _ in 0..<2_000 {
            let canvas = PictureSize(
                width: 4 * .random(in: 40...300, using: &numbers), height: 4 * .random(in: 30...200, using: &numbers))
            let stream = PictureSize(
                width: 4 * .random(in: 10...200, using: &numbers), height: 4 * .random(in: 10...200, using: &numbers))
            let mapping = CanvasMapping(canvas: canvas, output: stream)
            let (x, y) = (Int.random(in: 2...600, using: &numbers), Int.random(in: 2...500, using: &numbers))
            let (width, height) = (Int.random(in: 2...600, using: &numbers), Int.random(in: 2...500, using: &numbers))
            let layer = Layer(
                "a", .color(.white),
                placement: LayerPlacement(
                    x: Double(x), y: Double(y), width: Double(width), height: Double(height)))
            let laid = try #require(LaidLayer(layer, content: nil, mapping: mapping))
            // Edges in exact fractions: (edge − cut) · stream / part, rounded to nearest, halves up from zero.
            func edge(_ place: Int, _ cut: Int, _ part: Int, _ side: Int) -> Int {
                let top = Rational(Int64((place - cut) * side), Int64(part))
                let doubled = Double(top.numerator * 2) / Double(top.denominator)
                return Int((doubled / 2).rounded(.toNearestOrAwayFromZero))
            }
            let part = canvas.centredCrop(toShapeOf: stream)
            let left = edge(x, part.x, part.width, stream.width)
            let right = edge(x + width, part.x, part.width, stream.width)
            let top = edge(y, part.y, part.height, stream.height)
            let bottom = edge(y + height, part.y, part.height, stream.height)
            #expect(laid.frame.x == left && laid.frame.y == top)
            #expect(laid.frame.width == max(right - left, 1) && laid.frame.height == max(bottom - top, 1))
        }
    }

    @Test("Halves and thirds of a canvas lie side by side without a gap", arguments: [640, 1280, 1000, 852])
    func tiled(side: Int) throws {
        let mapping = CanvasMapping(
            canvas: PictureSize(width: side, height: 360), output: PictureSize(width: side, height: 360))
        for count in 2...7 {
            var end = 0
            for index in 0..<count {
                let layer = Layer(
                    "a", .color(.white),
                    placement: .init(x: Double(index) / Double(count), width: 1 / Double(count)))
                let frame = try #require(LaidLayer(layer, content: nil, mapping: mapping)).frame
                #expect(frame.x == end)
                end = frame.maxX
            }
            #expect(end == side)
        }
    }

    @Test("What lies absurdly far out or is absurdly large is not laid out")
    func absurd() {
        let mapping = CanvasMapping(canvas: Self.canvas, output: Self.canvas)
        for placement in [LayerPlacement(x: 1e9), LayerPlacement(width: 1e300), LayerPlacement(y: 2e7, height: 1e-300)]
        {
            #expect(LaidLayer(Layer("a", .color(.white), placement: placement), content: nil, mapping: mapping) == nil)
        }
    }

    @Test("While a layer moves its size stays, where it is the same at both ends")
    func moving() {
        let from = LaidLayer(frame: PictureRect(x: 0, y: 0, width: 101, height: 57), rotation: 0, alpha: 0)
        let to = LaidLayer(frame: PictureRect(x: 333, y: -40, width: 101, height: 57), rotation: 90, alpha: 1)
        for step in 0...20 {
            let between = from.moving(to: to, Double(step) / 20)
            #expect(between.frame.size == from.frame.size)
            #expect(between.frame.x == (333 * step + 10) / 20)
            #expect(abs(between.rotation - 4.5 * Double(step)) < 1e-9)
            #expect(between.opacity == (256 * step + 10) / 20)
        }
        #expect(from.moving(to: to, 0) == from && from.moving(to: to, 1) == to)
    }
}
