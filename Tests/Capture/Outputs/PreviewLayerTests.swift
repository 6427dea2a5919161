import OnAirCapture
import OnAirMedia
import Testing

struct PreviewLayerTests {
    private func running(
        _ script: (inout ScriptedCamera.Script) -> Void = { _ in }
    ) throws -> (CaptureRig, CaptureVideoPreviewLayer) {
        let rig = CaptureRig(script)
        let preview = CaptureVideoPreviewLayer(session: rig.session)
        try rig.session.addInput(CaptureDeviceInput(device: CaptureDevice(rig.camera)))
        rig.session.startRunning()
        return (rig, preview)
    }

    @Test("It holds the newest picture and nothing else")
    func newest() throws {
        let (rig, preview) = try running()
        #expect(preview.newestPicture == nil && preview.geometry == nil)
        #expect(preview.captureDevicePoint(fromLayerPoint: LayerPoint(x: 0, y: 0)) == nil)
        for frame in 0..<100 {
            rig.runner.run(until: CaptureRig.frame(Int64(frame)))
            #expect(preview.newestPicture?.sequence == Int64(frame))
        }
    }

    @Test("Points are exact under gravity, orientation, mirroring and zoom at once")
    func points() throws {
        // Twice as wide as high.
        let (rig, preview) = try running { $0.fieldOfView = SensorRect(zoom: 2) }
        let connection = try #require(preview.connection(for: .video))
        connection.videoOrientation = .portrait
        connection.isVideoMirrored = true
        preview.bounds = LayerSize(width: 200, height: 200)
        rig.run(until: 10)
        // 100 wide, 200 high, in the middle.
        #expect(preview.destination == LayerRect(x: 50, y: 0, width: 100, height: 200))
        #expect(preview.orientation == ImageOrientation.right.mirrored)
        #expect(preview.captureDevicePoint(fromLayerPoint: LayerPoint(x: 49, y: 100)) == nil)
        // Turned a quarter clockwise the sensor's top left is at the top right; mirrored, at the top left.
        let corner = try #require(preview.captureDevicePoint(fromLayerPoint: LayerPoint(x: 50, y: 0)))
        #expect(abs(corner.x - 0.25) < 1e-12 && abs(corner.y - 0.25) < 1e-12)
        // Down on the layer is right on the sensor.
        let down = try #require(preview.captureDevicePoint(fromLayerPoint: LayerPoint(x: 50, y: 50)))
        #expect(abs(down.x - 0.375) < 1e-12 && abs(down.y - 0.25) < 1e-12)
        #expect(preview.layerPoint(fromCaptureDevicePoint: SensorPoint(x: 0.2, y: 0.5)) == nil)
        preview.videoGravity = .resizeAspectFill
        #expect(preview.destination == LayerRect(x: 0, y: -100, width: 200, height: 400))
    }

    @Test(
        "The marked corner of the picture is where the layer says the sensor's corner shows",
        arguments: ImageOrientation.allCases, VideoOrientation.allCases)
    func markedCorner(stored: ImageOrientation, orientation: VideoOrientation) throws {
        let (rig, preview) = try running { $0.orientation = stored }
        preview.connection(for: .video)?.videoOrientation = orientation
        preview.connection(for: .video)?.isVideoMirrored = true
        rig.run(until: 10)
        let picture = try #require(preview.newestPicture)
        let shown = picture.format.size.turned(preview.orientation)
        preview.bounds = LayerSize(width: Double(shown.width), height: Double(shown.height))
        // The middle of the marked eighth of the stored picture, drawn as the layer says.
        let mark = PictureRect(x: 0, y: 0, width: 8, height: 4).turned(preview.orientation, in: picture.format.size)
        let place = try #require(preview.layerPoint(fromCaptureDevicePoint: SensorPoint(x: 0.125, y: 0.125)))
        #expect(abs(place.x - (Double(mark.x) + Double(mark.width) / 2)) < 1e-9)
        #expect(abs(place.y - (Double(mark.y) + Double(mark.height) / 2)) < 1e-9)
    }

    @Test("Whoever draws gets the newest picture at once, and then each next one")
    func pictures() async throws {
        let (rig, preview) = try running()
        rig.runner.run(until: CaptureRig.frame(5))
        var seen: [Int64] = []
        for await picture in preview.pictures() {
            seen.append(picture.sequence)
            if seen.count == 2 { break }
            rig.runner.run(until: CaptureRig.frame(9))
        }
        #expect(seen == [5, 9])
    }

    @Test("A picture that no session brings is shown with its own geometry, in the layer's size and gravity")
    func shownByHand() async throws {
        let (rig, source) = try running()
        rig.run(until: 10)
        let picture = try #require(source.newestPicture)
        let layer = CaptureVideoPreviewLayer()
        layer.bounds = LayerSize(width: 90, height: 160)
        let framing = CameraFraming(
            camera: PictureSize(width: 1280, height: 720), orientation: .right,
            canvas: PictureSize(width: 720, height: 1280), stream: PictureSize(width: 720, height: 1280))
        layer.show(picture, geometry: PreviewGeometry(layer: .zero, framing: framing, isMirrored: true))
        #expect(layer.orientation == .up)
        #expect(layer.captureDevicePoint(fromLayerPoint: LayerPoint(x: 0, y: 0)) == SensorPoint(x: 0, y: 0))
        for await shown in layer.pictures() {
            #expect(shown.sequence == picture.sequence)
            break
        }
    }
}
