import OnAirMedia
import OnAirTestKit
import Testing

struct CameraFramingTests {
    @Test("640x480, portrait, preview 360x640: (0.125, 0, 0.75, 1) of the upright picture")
    func portraitExample() {
        let framing = CameraFraming(
            camera: PictureSize(width: 640, height: 480), orientation: VideoOrientation.portrait.turn,
            canvas: PictureSize(width: 360, height: 640), stream: PictureSize(width: 360, height: 640))
        #expect(framing.upright == PictureSize(width: 480, height: 640))
        #expect(
            framing.canvasCrop.fraction(of: framing.upright)
                == FractionalRect(x: Rational(1, 8), y: Rational(0), width: Rational(3, 4), height: Rational(1)))
        #expect(framing.streamCrop.fraction(of: framing.canvas) == .whole)
        #expect(framing.uprightCrop == framing.canvasCrop)
        #expect(framing.cameraCrop == PictureRect(x: 0, y: 60, width: 640, height: 360))
    }

    @Test("Both crops at once are the crop of the crop")
    func nested() {
        // 1280x720 → 4:3 canvas cuts 160 left and right; the square stream cuts 80 of 640 canvas columns more.
        let framing = CameraFraming(
            camera: PictureSize(width: 1280, height: 720), orientation: .up,
            canvas: PictureSize(width: 640, height: 480), stream: PictureSize(width: 400, height: 400))
        #expect(framing.canvasCrop == PictureRect(x: 160, y: 0, width: 960, height: 720))
        #expect(framing.streamCrop == PictureRect(x: 80, y: 0, width: 480, height: 480))
        #expect(framing.uprightCrop == PictureRect(x: 280, y: 0, width: 720, height: 720))
    }

    @Test("For any sizes the direct crop is even, inside, and within a pixel of the exact one", arguments: 1...200)
    func anySizes(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        func size(_ range: ClosedRange<Int>) -> PictureSize {
            PictureSize(
                width: Int.random(in: range, using: &generator), height: Int.random(in: range, using: &generator))
        }
        let orientation = ImageOrientation.allCases[Int.random(in: 0..<8, using: &generator)]
        let framing = CameraFraming(
            camera: size(16...4000), orientation: orientation, canvas: size(90...1920).roundedUpToMultiplesOf4,
            stream: size(90...1920).roundedUpToMultiplesOf4)
        let (outer, inner, direct) = (framing.canvasCrop, framing.streamCrop, framing.uprightCrop)
        #expect(direct.intersection(outer) == direct)
        let left = Double(outer.x) + Double(inner.x * outer.width) / Double(framing.canvas.width)
        let right = Double(outer.x) + Double(inner.maxX * outer.width) / Double(framing.canvas.width)
        #expect(abs(Double(direct.x) - left) <= 1 && (abs(Double(direct.maxX) - right) <= 1 || direct.width == 2))
        #expect(direct.x % 2 == 0 && direct.y % 2 == 0)
        // Turned back into the camera's picture it is as large, and turning it again gives it back.
        let camera = framing.cameraCrop
        #expect(camera.intersection(PictureRect(framing.camera)) == camera)
        #expect(camera.turned(orientation, in: framing.camera) == direct)
    }
}
