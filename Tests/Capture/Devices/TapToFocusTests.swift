import OnAirCapture
import OnAirMedia
import Testing

struct TapToFocusTests {
    static let point = SensorPoint(x: 0.25, y: 0.75)

    @Test("A camera that can be pointed is: points before modes, in one configuration")
    func able() async throws {
        let camera = CaptureDeviceConfigureTests.ableCamera()
        let device = CaptureDevice(camera)
        let result = try await device.focusAndExpose(at: Self.point)
        #expect(result == TapToFocusResult(focus: .atPoint, exposure: .atPoint))
        #expect(
            camera.applies.map(\.controls) == [
                [.focusPointOfInterest, .focusMode, .exposurePointOfInterest, .exposureMode]
            ])
        #expect(device.settings.focusMode == .autoFocus && device.settings.exposureMode == .autoExpose)
        #expect(device.settings.focusPointOfInterest == Self.point)
        #expect(device.settings.exposurePointOfInterest == Self.point)
        // A second tap starts both again, though the modes are the same.
        _ = try await device.focusAndExpose(at: .centre)
        #expect(camera.applies.last?.controls.contains(.focusMode) == true)
        #expect(device.settings.focusPointOfInterest == .centre)
    }

    @Test("Where only the mode is there, the mode alone is set")
    func modeOnly() async throws {
        let camera = ScriptedCamera {
            $0.capabilities.focusModes = [.locked, .autoFocus]
            $0.capabilities.exposureModes = [.continuousAutoExposure, .custom]
        }
        let result = try await CaptureDevice(camera).focusAndExpose(at: Self.point)
        #expect(result == TapToFocusResult(focus: .wholePicture, exposure: .wholePicture))
        #expect(camera.applies.map(\.controls) == [[.focusMode, .exposureMode]])
        #expect(camera.settings.focusPointOfInterest == nil)
        // Not once, but continuously, is what this one can.
        #expect(camera.settings.exposureMode == .continuousAutoExposure)
    }

    @Test("A camera that can do neither is left alone, without an error")
    func unable() async throws {
        let camera = ScriptedCamera { $0.capabilities.supportsFocusPointOfInterest = true }
        let result = try await CaptureDevice(camera).focusAndExpose(at: Self.point)
        #expect(result.isNothing)
        #expect(camera.applies.isEmpty)
    }

    @Test(
        "A point off the sensor is refused",
        arguments: [SensorPoint(x: -0.01, y: 0.5), SensorPoint(x: 0.5, y: 1.01), SensorPoint(x: .nan, y: 0)])
    func offSensor(point: SensorPoint) async throws {
        let camera = CaptureDeviceConfigureTests.ableCamera()
        await #expect(throws: CaptureError.self) { try await CaptureDevice(camera).focusAndExpose(at: point) }
        #expect(camera.applies.isEmpty)
    }

    @Test("A tap on the picture reaches the sensor through the layer, turned and mirrored as it is")
    func throughTheLayer() async throws {
        let rig = CaptureRig {
            $0.capabilities.focusModes = [.autoFocus]
            $0.capabilities.supportsFocusPointOfInterest = true
        }
        let preview = CaptureVideoPreviewLayer(session: rig.session)
        let input = try CaptureDeviceInput(device: CaptureDevice(rig.camera))
        try rig.session.addInput(input)
        rig.session.startRunning()
        preview.bounds = LayerSize(width: 320, height: 160)
        preview.connection(for: .video)?.isVideoMirrored = true
        rig.run(until: 10)
        let point = try #require(preview.captureDevicePoint(fromLayerPoint: LayerPoint(x: 80, y: 40)))
        try await input.device.focusAndExpose(at: point)
        #expect(rig.camera.settings.focusPointOfInterest == SensorPoint(x: 0.75, y: 0.25))
    }
}
