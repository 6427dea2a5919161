import OnAirMedia
import OnAirTestKit
import Testing

struct PreviewGeometryTests {
    static let hd = PictureSize(width: 1280, height: 720)

    static func isNear(_ left: LayerPoint?, _ right: LayerPoint, within error: Double = 1e-9) -> Bool {
        guard let left else { return false }
        return abs(left.x - right.x) <= error && abs(left.y - right.y) <= error
    }

    static func isNear(_ left: SensorPoint?, _ right: SensorPoint, within error: Double = 1e-9) -> Bool {
        guard let left else { return false }
        return abs(left.x - right.x) <= error && abs(left.y - right.y) <= error
    }

    /// Everything a preview can be, in random sizes.
    static func randomGeometry(
        _ gravity: VideoGravity, _ orientation: ImageOrientation, mirrored: Bool, cropped: Bool, zoomed: Bool,
        using random: inout SeededGenerator
    ) -> PreviewGeometry {
        func side(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
        var geometry = PreviewGeometry(
            layer: LayerSize(
                width: Double.random(in: 1...4000, using: &random), height: Double.random(in: 1...4000, using: &random)),
            camera: PictureSize(width: side(16...4096), height: side(16...4096)), orientation: orientation,
            isMirrored: mirrored, gravity: gravity)
        if zoomed {
            let (width, height) = (
                Double.random(in: 0.1...1, using: &random), Double.random(in: 0.1...1, using: &random)
            )
            geometry.fieldOfView = SensorRect(
                x: Double.random(in: 0...(1 - width), using: &random),
                y: Double.random(in: 0...(1 - height), using: &random), width: width, height: height)
        }
        if cropped {
            let upright = geometry.camera.turned(orientation)
            let (width, height) = (side(2...upright.width), side(2...upright.height))
            let crop = PictureRect(
                x: side(0...(upright.width - width)), y: side(0...(upright.height - height)), width: width,
                height: height)
            geometry.crop = crop.fraction(of: upright)
            geometry.shown = Bool.random(using: &random) ? nil : crop.size.roundedUpToMultiplesOf4
        }
        return geometry
    }

    @Test(
        "A point of the layer comes back from the sensor, and one of the sensor from the layer",
        arguments: VideoGravity.allCases, ImageOrientation.allCases)
    func roundTrips(gravity: VideoGravity, orientation: ImageOrientation) throws {
        var random = SeededGenerator(seed: UInt64(orientation.exifValue))
        var shown = 0
        for round in 0..<400 {
            let geometry = Self.randomGeometry(
                gravity, orientation, mirrored: round & 1 == 0, cropped: round & 2 == 0, zoomed: round & 4 == 0,
                using: &random)
            let place = try #require(geometry.destination)
            for _ in 0..<8 {
                // Somewhere on the layer, bars included.
                let point = LayerPoint(
                    x: Double.random(in: 0...geometry.layer.width, using: &random),
                    y: Double.random(in: 0...geometry.layer.height, using: &random))
                let isOnPicture =
                    point.x >= place.x && point.x <= place.x + place.width && point.y >= place.y
                    && point.y <= place.y + place.height
                let sensor = geometry.captureDevicePoint(fromLayerPoint: point)
                #expect((sensor != nil) == isOnPicture, "\(geometry) \(point)")
                guard let sensor else { continue }
                shown += 1
                #expect(sensor.isOnSensor)
                let back = geometry.layerPoint(fromCaptureDevicePoint: sensor)
                #expect(Self.isNear(back, point, within: 1e-9), "\(geometry) \(point) \(String(describing: back))")
                if let back {
                    #expect(
                        Self.isNear(geometry.captureDevicePoint(fromLayerPoint: back), sensor, within: 1e-9))
                }
            }
        }
        #expect(shown > 500)
    }

    @Test(
        "A pixel shows where cropping, turning and fitting whole pictures puts it",
        arguments: ImageOrientation.allCases,
        [false, true])
    func pixelArithmetic(orientation: ImageOrientation, mirrored: Bool) throws {
        // The truth comes from the integer rectangles that pictures are really turned and cut with.
        let camera = PictureSize(width: 12, height: 8)
        let upright = camera.turned(orientation)
        let crop = PictureRect(x: 1, y: 2, width: upright.width - 3, height: upright.height - 5)
        let layer = LayerSize(width: Double(crop.width * 10), height: Double(crop.height * 10))
        let geometry = PreviewGeometry(
            layer: layer, camera: camera, orientation: orientation, crop: crop.fraction(of: upright),
            isMirrored: mirrored)
        for y in 0..<camera.height {
            for x in 0..<camera.width {
                let pixel = PictureRect(x: x, y: y, width: 1, height: 1).turned(orientation, in: camera)
                let middle = SensorPoint(
                    x: (Double(x) + 0.5) / Double(camera.width), y: (Double(y) + 0.5) / Double(camera.height))
                let place = geometry.layerPoint(fromCaptureDevicePoint: middle)
                guard pixel.intersection(crop) != nil else {
                    #expect(place == nil)
                    continue
                }
                let left = Double((pixel.x - crop.x) * 10 + 5)
                let expected = LayerPoint(
                    x: mirrored ? layer.width - left : left, y: Double((pixel.y - crop.y) * 10 + 5))
                #expect(Self.isNear(place, expected))
                #expect(Self.isNear(geometry.captureDevicePoint(fromLayerPoint: expected), middle))
            }
        }
    }

    /// Worked out by hand: a 1280x720 picture in a layer of 400x400 points.
    static let byHand: [(VideoGravity, LayerPoint, SensorPoint?)] = [
        // 400 wide, 225 high, 87.5 from the top.
        (.resizeAspect, LayerPoint(x: 0, y: 87.5), SensorPoint(x: 0, y: 0)),
        (.resizeAspect, LayerPoint(x: 400, y: 312.5), SensorPoint(x: 1, y: 1)),
        (.resizeAspect, LayerPoint(x: 200, y: 200), SensorPoint(x: 0.5, y: 0.5)),
        (.resizeAspect, LayerPoint(x: 100, y: 143.75), SensorPoint(x: 0.25, y: 0.25)),
        (.resizeAspect, LayerPoint(x: 200, y: 87.4), nil),
        (.resizeAspect, LayerPoint(x: 200, y: 312.6), nil),
        // 711.1 wide: 0.21875 of the width stands out at each side.
        (.resizeAspectFill, LayerPoint(x: 0, y: 0), SensorPoint(x: 0.21875, y: 0)),
        (.resizeAspectFill, LayerPoint(x: 400, y: 400), SensorPoint(x: 0.78125, y: 1)),
        (.resizeAspectFill, LayerPoint(x: 200, y: 100), SensorPoint(x: 0.5, y: 0.25)),
        (.resizeAspectFill, LayerPoint(x: -1, y: 200), nil),
        (.resize, LayerPoint(x: 0, y: 400), SensorPoint(x: 0, y: 1)),
        (.resize, LayerPoint(x: 100, y: 300), SensorPoint(x: 0.25, y: 0.75)),
        (.resize, LayerPoint(x: 400.1, y: 300), nil),
        (.resize, LayerPoint(x: .nan, y: 300), nil),
        (.resize, LayerPoint(x: 100, y: .infinity), nil),
    ]

    @Test("Corners, centre and bars are where they are by hand", arguments: byHand)
    func worked(gravity: VideoGravity, point: LayerPoint, expected: SensorPoint?) throws {
        let geometry = PreviewGeometry(layer: LayerSize(width: 400, height: 400), camera: Self.hd, gravity: gravity)
        let sensor = geometry.captureDevicePoint(fromLayerPoint: point)
        guard let expected else {
            #expect(sensor == nil)
            return
        }
        #expect(Self.isNear(sensor, expected))
        #expect(Self.isNear(geometry.layerPoint(fromCaptureDevicePoint: expected), point))
    }

    @Test("Held upright, the sensor's top left is at the viewer's top right, and mirrored at the top left")
    func portrait() {
        var geometry = PreviewGeometry(
            layer: LayerSize(width: 90, height: 160), camera: Self.hd, orientation: VideoOrientation.portrait.turn)
        #expect(
            Self.isNear(
                geometry.layerPoint(fromCaptureDevicePoint: SensorPoint(x: 0, y: 0)), LayerPoint(x: 90, y: 0)))
        geometry.isMirrored = true
        #expect(
            Self.isNear(geometry.layerPoint(fromCaptureDevicePoint: SensorPoint(x: 0, y: 0)), LayerPoint(x: 0, y: 0)))
    }

    @Test("Twice the zoom shows the middle half of the sensor")
    func zoom() {
        let geometry = PreviewGeometry(
            layer: LayerSize(width: 128, height: 72), camera: Self.hd, fieldOfView: SensorRect(zoom: 2))
        #expect(
            Self.isNear(
                geometry.captureDevicePoint(fromLayerPoint: LayerPoint(x: 0, y: 72)), SensorPoint(x: 0.25, y: 0.75)))
        #expect(geometry.layerPoint(fromCaptureDevicePoint: SensorPoint(x: 0.2, y: 0.5)) == nil)
    }

    @Test("What a broadcast's framing leaves out of the picture does not show")
    func framing() {
        // 4:3 turned to 9:16: a 540 wide stripe of the 720 wide upright picture.
        let framing = CameraFraming(
            camera: PictureSize(width: 960, height: 720), orientation: .right,
            canvas: PictureSize(width: 1080, height: 1920), stream: PictureSize(width: 1080, height: 1920))
        let geometry = PreviewGeometry(layer: LayerSize(width: 1080, height: 1920), framing: framing)
        #expect(geometry.destination == LayerRect(x: 0, y: 0, width: 1080, height: 1920))
        // The upright picture's left edge is the sensor's bottom: 90 of 720 pixels are cut there.
        #expect(
            Self.isNear(
                geometry.captureDevicePoint(fromLayerPoint: LayerPoint(x: 0, y: 0)), SensorPoint(x: 0, y: 0.875)))
        #expect(geometry.layerPoint(fromCaptureDevicePoint: SensorPoint(x: 0.5, y: 0.9)) == nil)
    }

    @Test(
        "Where there is nothing to show there is no point",
        arguments: [
            LayerSize.zero, LayerSize(width: -4, height: 3), LayerSize(width: .nan, height: 3),
            LayerSize(width: .infinity, height: 3),
        ])
    func nothing(layer: LayerSize) {
        let geometry = PreviewGeometry(layer: layer, camera: Self.hd)
        #expect(geometry.destination == nil)
        #expect(geometry.captureDevicePoint(fromLayerPoint: LayerPoint(x: 0, y: 0)) == nil)
        #expect(geometry.layerPoint(fromCaptureDevicePoint: .centre) == nil)
    }
}
