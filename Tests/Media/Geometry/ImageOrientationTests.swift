import OnAirMedia
import Testing

struct ImageOrientationTests {
    /// Where pixel (x, y) of a `width` x `height` picture goes, written out from the table in EXIF 2.3, 4.6.4 A:
    /// for each value, which visual side the stored first row and first column are.
    static func place(_ exif: Int, _ x: Int, _ y: Int, _ width: Int, _ height: Int) -> (x: Int, y: Int) {
        switch exif {
        case 1: (x, y)  // row: top, column: left
        case 2: (width - 1 - x, y)  // top, right
        case 3: (width - 1 - x, height - 1 - y)  // bottom, right
        case 4: (x, height - 1 - y)  // bottom, left
        case 5: (y, x)  // left, top
        case 6: (height - 1 - y, x)  // right, top
        case 7: (height - 1 - y, width - 1 - x)  // right, bottom
        default: (y, width - 1 - x)  // left, bottom
        }
    }

    @Test("A pixel goes where the EXIF table puts it", arguments: ImageOrientation.allCases)
    func exifTable(orientation: ImageOrientation) {
        let size = PictureSize(width: 5, height: 3)
        for y in 0..<3 {
            for x in 0..<5 {
                let turned = PictureRect(x: x, y: y, width: 1, height: 1).turned(orientation, in: size)
                let place = Self.place(orientation.exifValue, x, y, 5, 3)
                #expect(turned == PictureRect(x: place.x, y: place.y, width: 1, height: 1))
            }
        }
    }

    @Test("EXIF values 1 to 8 name each orientation once, and nothing else does")
    func exifValues() {
        #expect((1...8).compactMap { ImageOrientation(exifValue: $0)?.exifValue } == Array(1...8))
        for value in [Int.min, -1, 0, 9, Int.max] { #expect(ImageOrientation(exifValue: value) == nil) }
    }

    @Test(
        "One after the other is the same as both at once", arguments: ImageOrientation.allCases,
        ImageOrientation.allCases)
    func composition(first: ImageOrientation, second: ImageOrientation) {
        let size = PictureSize(width: 7, height: 4)
        let rect = PictureRect(x: 1, y: 2, width: 3, height: 1)
        let stepwise = rect.turned(first, in: size).turned(second, in: size.turned(first))
        #expect(stepwise == rect.turned(first.then(second), in: size))
        #expect(size.turned(first).turned(second) == size.turned(first.then(second)))
    }

    @Test("The inverse undoes, from both sides", arguments: ImageOrientation.allCases)
    func inverse(orientation: ImageOrientation) {
        #expect(orientation.then(orientation.inverse) == .up)
        #expect(orientation.inverse.then(orientation) == .up)
        #expect(orientation.mirrored.mirrored == orientation)
        #expect(orientation.mirrored == orientation.then(.upMirrored))
        #expect(
            ImageOrientation(quarterTurns: orientation.quarterTurns - 8, mirrored: orientation.isMirrored)
                == orientation)
    }

    @Test("A program's orientation turns the camera and the canvas alike", arguments: VideoOrientation.allCases)
    func videoOrientation(orientation: VideoOrientation) {
        let camera = PictureSize(width: 640, height: 480)
        let canvas = orientation.canvas(for: PictureSize(width: 360, height: 640))
        #expect(orientation.isPortrait == (canvas.height > canvas.width))
        #expect(
            orientation.isPortrait == (camera.turned(orientation.turn).height > camera.turned(orientation.turn).width))
        #expect(orientation.canvas(for: PictureSize(width: 640, height: 360)) == canvas)
    }

    @Test("The four program orientations are a quarter turn apart")
    func quarterTurns() {
        let order: [VideoOrientation] = [.landscapeRight, .portrait, .landscapeLeft, .upsideDown, .landscapeRight]
        for (one, next) in zip(order, order.dropFirst()) { #expect(one.turn.then(.right) == next.turn) }
    }
}
