import OnAir
import OnAirCapture
import Testing

/// Where taps land. The camera sees a sensor of its own shape; places are worked out by hand.
@Suite("Taps on the preview", .serialized, .timeLimit(.minutes(1)))
struct CameraLocatorTests {
    private static let surface = LayerSize(width: 1280, height: 720)

    private func kit(_ change: (inout BroadcastConfiguration) -> Void) async throws -> StreamerKit {
        var configuration = BroadcastConfiguration(profile: .p360n1)
        configuration.camera = .simulated
        configuration.microphone = .off
        configuration.video.captureSize = PictureSize(width: 640, height: 360)
        configuration.video.streamSize = PictureSize(width: 640, height: 360)
        change(&configuration)
        let kit = StreamerKit(
            configuration: configuration, devices: CaptureDeviceCatalog([SimulatedBackend()]))
        try await kit.startCapture()
        return kit
    }

    private func expect(
        _ found: SensorPoint?, _ x: Double, _ y: Double, tolerance: Double = 1e-9,
        at location: SourceLocation = #_sourceLocation
    ) {
        guard let found else {
            Issue.record("no point where (\(x), \(y)) was expected", sourceLocation: location)
            return
        }
        #expect(abs(found.x - x) <= tolerance && abs(found.y - y) <= tolerance, "\(found)", sourceLocation: location)
    }

    @Test("The whole canvas: corners, middle, mirrored or not, and the other way") func whole() async throws {
        let kit = try await kit { _ in }
        expect(await kit.sensorPoint(at: LayerPoint(x: 0, y: 0), in: Self.surface), 0, 0)
        expect(await kit.sensorPoint(at: LayerPoint(x: 320, y: 540), in: Self.surface), 0.25, 0.75)
        try await kit.configure { $0.video.isPreviewMirrored = true }
        expect(await kit.sensorPoint(at: LayerPoint(x: 320, y: 540), in: Self.surface), 0.75, 0.75)
        expect(await kit.sensorPoint(at: LayerPoint(x: 320, y: 540), in: Self.surface, of: .stream), 0.25, 0.75)
        let geometry = await kit.previewGeometry(in: Self.surface)
        #expect(
            geometry?.layerPoint(fromCaptureDevicePoint: SensorPoint(x: 0.75, y: 0.75)) == LayerPoint(x: 320, y: 540))
        await kit.stopCapture()
    }

    @Test("The zoom of the picture shows its middle") func zoomed() async throws {
        let kit = try await kit { $0.video.zoom = 2 }
        expect(await kit.sensorPoint(at: LayerPoint(x: 0, y: 0), in: Self.surface), 0.25, 0.25)
        expect(await kit.sensorPoint(at: LayerPoint(x: 640, y: 360), in: Self.surface), 0.5, 0.5)
        await kit.stopCapture()
    }

    @Test("A camera in a corner is tapped there and nowhere else; turned and rotated layers too")
    func corner() async throws {
        let corner = LayerPlacement(x: 0.5, y: 0.5, width: 0.5, height: 0.5)
        let kit = try await kit {
            $0.scene = Scene(layers: [Layer("wash", .color(.white)), Layer(.camera, .camera, placement: corner)])
        }
        #expect(await kit.sensorPoint(at: LayerPoint(x: 100, y: 100), in: Self.surface) == nil)
        expect(await kit.sensorPoint(at: LayerPoint(x: 640, y: 360), in: Self.surface), 0, 0)
        expect(await kit.sensorPoint(at: LayerPoint(x: 1120, y: 450), in: Self.surface), 0.75, 0.25)
        try await kit.configure { $0.scene[.camera]?.orientation = .down }
        expect(await kit.sensorPoint(at: LayerPoint(x: 1120, y: 450), in: Self.surface), 0.25, 0.75)
        // A quarter turn about the rectangle's middle, (960, 540): what was right of it lies below it.
        try await kit.configure {
            $0.scene[.camera]?.orientation = .up
            $0.scene[.camera]?.rotation = 90
        }
        expect(await kit.sensorPoint(at: LayerPoint(x: 960, y: 540 + 160), in: Self.surface), 0.75, 0.5)
        await kit.stopCapture()
    }

    @Test("Bars beside the picture are no part of it") func bars() async throws {
        let kit = try await kit { _ in }
        let square = LayerSize(width: 720, height: 720)
        #expect(await kit.sensorPoint(at: LayerPoint(x: 360, y: 100), in: square) == nil)
        expect(await kit.sensorPoint(at: LayerPoint(x: 360, y: 360), in: square), 0.5, 0.5)
        await kit.stopCapture()
    }

    @Test("A preview turned on its side, mirrored or not, is tapped as it is seen") func turnedPreview() async throws {
        let kit = try await kit { $0.video.previewOrientation = .portrait }
        // Turned clockwise by a quarter: what was at the left is at the top.
        let tall = LayerSize(width: 360, height: 640)
        expect(await kit.sensorPoint(at: LayerPoint(x: 180, y: 0), in: tall), 0, 0.5)
        expect(await kit.sensorPoint(at: LayerPoint(x: 360, y: 640), in: tall), 1, 0)
        let shown = try await kit.picture(of: .preview)
        #expect(shown.format.size == PictureSize(width: 360, height: 640))
        #expect(try await kit.picture(of: .stream).format.size == PictureSize(width: 640, height: 360))
        try await kit.configure { $0.video.isPreviewMirrored = true }
        expect(await kit.sensorPoint(at: LayerPoint(x: 180, y: 0), in: tall), 1, 0.5)
        let geometry = await kit.previewGeometry(in: tall)
        let point = geometry?.captureDevicePoint(fromLayerPoint: LayerPoint(x: 90, y: 160))
        expect(await kit.sensorPoint(at: LayerPoint(x: 90, y: 160), in: tall), point?.x ?? -1, point?.y ?? -1)
        await kit.stopCapture()
    }

    @Test("The program turned to portrait: a tap at its top lands at the sensor's left") func portrait() async throws {
        let kit = try await kit { $0.video.orientation = .portrait }
        // Turned clockwise by a quarter: the picture's left edge becomes its top.
        let tall = LayerSize(width: 360, height: 640)
        expect(await kit.sensorPoint(at: LayerPoint(x: 180, y: 0), in: tall), 0, 0.5)
        expect(await kit.sensorPoint(at: LayerPoint(x: 360, y: 640), in: tall), 1, 0)
        await kit.stopCapture()
    }
}
