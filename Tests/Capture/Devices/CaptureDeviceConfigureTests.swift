import OnAirCapture
import OnAirMedia
import Testing

struct CaptureDeviceConfigureTests {
    /// A camera that can do everything.
    static func ableCamera(_ change: (inout ScriptedCamera.Script) -> Void = { _ in }) -> ScriptedCamera {
        ScriptedCamera { script in
            script.capabilities.focusModes = Set(FocusMode.allCases)
            script.capabilities.lensPositions = 0...1
            script.capabilities.supportsFocusPointOfInterest = true
            script.capabilities.exposureModes = Set(ExposureMode.allCases)
            script.capabilities.exposureDurations = 0.0001...0.1
            script.capabilities.gains = 1...16
            script.capabilities.exposureTargetBiases = -3...3
            script.capabilities.supportsExposurePointOfInterest = true
            script.capabilities.whiteBalanceModes = Set(WhiteBalanceMode.allCases)
            script.capabilities.whiteBalanceTemperatures = 2500...9000
            script.capabilities.torchModes = Set(TorchMode.allCases)
            script.capabilities.zoomFactors = 1...4
            script.capabilities.stabilizationModes = Set(VideoStabilizationMode.allCases)
            change(&script)
        }
    }

    private func failure(
        _ device: CaptureDevice,
        _ change: @Sendable (inout CaptureDeviceConfiguration) throws(CaptureError) -> Void
    ) async -> CaptureError? {
        do throws(CaptureError) {
            try await device.configure(change)
            return nil
        } catch {
            return error
        }
    }

    @Test("Whatever the closure's order, points come before modes and modes before values")
    func order() async throws {
        let camera = Self.ableCamera()
        let device = CaptureDevice(camera)
        try await device.configure {
            $0.gain = 2
            $0.lensPosition = 0.5
            $0.exposureMode = .custom
            $0.focusMode = .locked
            $0.exposurePointOfInterest = .centre
            $0.focusPointOfInterest = .centre
        }
        #expect(
            camera.applies.map(\.controls) == [
                [.focusPointOfInterest, .focusMode, .lensPosition, .exposurePointOfInterest, .exposureMode, .gain]
            ])
        #expect(device.settings.gain == 2 && device.settings.focusPointOfInterest == .centre)
    }

    @Test("Only what the closure sets is written: what automatic modes move meanwhile stays where it is")
    func onlyWhatWasSet() async throws {
        let camera = Self.ableCamera { $0.settings.focusMode = .continuousAutoFocus }
        let device = CaptureDevice(camera)
        try await device.configure { configuration in
            // The lens moves while the closure runs.
            camera.set { $0.settings.lensPosition = 0.123 }
            configuration.videoZoomFactor = 2
        }
        #expect(camera.applies.map(\.controls) == [[.videoZoomFactor]])
        #expect(device.settings.lensPosition == 0.123)
        #expect(device.settings.videoZoomFactor == 2)
    }

    @Test("A driver that takes everything at once is given what moved meanwhile, not what was read before")
    func wholeDriver() async throws {
        final class WholeCamera: CameraDriver {
            let uniqueID = "scripted:whole"
            let localizedName = "Whole"
            let formats: [CaptureFormat] = []
            let isConnected = true
            let authorization = CaptureAuthorization.authorized
            let position = CaptureDevice.Position.unspecified
            let held = Lock(CameraSettings())
            var settings: CameraSettings { held.withLock { $0 } }
            var capabilities: CameraCapabilities {
                var can = CameraCapabilities()
                can.zoomFactors = 1...4
                return can
            }
            func open(_ request: CameraRequest) throws(CaptureError) -> sending any CameraSource {
                throw CaptureError(.unusable, "It gives nothing.")
            }
            func apply(_ settings: CameraSettings) throws(CaptureError) { held.withLock { $0 = settings } }
        }
        let camera = WholeCamera()
        try await CaptureDevice(camera).configure { configuration in
            camera.held.withLock { $0.lensPosition = 0.123 }
            configuration.videoZoomFactor = 3
        }
        #expect(camera.settings.lensPosition == 0.123)
        #expect(camera.settings.videoZoomFactor == 3)
    }

    @Test("A one-shot mode set again is written again, and what was not set is not written at all")
    func again() async throws {
        let camera = Self.ableCamera { $0.settings.focusMode = .autoFocus }
        let device = CaptureDevice(camera)
        try await device.configure { $0.focusMode = .autoFocus }
        #expect(camera.applies.map(\.controls) == [[.focusMode]])
        try await device.configure { _ in }
        #expect(camera.applies.count == 1)
    }

    @Test("What a camera has not may be set to what it is, and nothing is written")
    func absentControl() async throws {
        let camera = ScriptedCamera()
        let device = CaptureDevice(camera)
        try await device.configure {
            $0.focusMode = .locked
            $0.torchMode = .off
        }
        #expect(camera.applies.isEmpty)
    }

    static let refused: [(CameraControl, String, @Sendable (inout CaptureDeviceConfiguration) -> Void)] = [
        (.lensPosition, "0…1", { $0.lensPosition = 1.5 }),
        (.lensPosition, "0…1", { $0.lensPosition = .nan }),
        (.gain, "1…16", { $0.gain = .infinity }),
        (.gain, "1…16", { $0.gain = -.infinity }),
        (.exposureDuration, "0.0001…0.1", { $0.exposureDuration = 0 }),
        (.exposureTargetBias, "-3…3", { $0.exposureTargetBias = 3.1 }),
        (.whiteBalanceTemperature, "2500…9000", { $0.whiteBalanceTemperature = 0 }),
        (.torchLevel, "0…1", { $0.torchLevel = .nan }),
        (.videoZoomFactor, "1…4", { $0.videoZoomFactor = 0.5 }),
        (.focusPointOfInterest, "0…1", { $0.focusPointOfInterest = SensorPoint(x: 1.1, y: 0) }),
        (.exposurePointOfInterest, "0…1", { $0.exposurePointOfInterest = SensorPoint(x: .nan, y: 0) }),
    ]

    @Test(
        "A value the camera cannot take is refused by name, value and range, and nothing is changed",
        arguments: 0..<refused.count)
    func refusals(index: Int) async throws {
        let (control, range, change) = Self.refused[index]
        let camera = Self.ableCamera()
        let device = CaptureDevice(camera)
        let error = try #require(
            await failure(device) { configuration in
                configuration.focusMode = .autoFocus
                change(&configuration)
            })
        #expect(error.kind == .refused)
        #expect(error.control == control)
        #expect(error.message.contains(control.rawValue))
        #expect(error.advice?.contains(range) == true, "\(error.advice ?? "")")
        #expect(camera.applies.isEmpty)
        #expect(device.settings == CameraSettings())
    }

    @Test("A mode and a control the camera has not are refused, and the message names those it has")
    func refusedModes() async throws {
        let camera = ScriptedCamera { $0.capabilities.focusModes = [.locked, .continuousAutoFocus] }
        let device = CaptureDevice(camera)
        #expect(device.isFocusModeSupported(.continuousAutoFocus) && !device.isFocusModeSupported(.autoFocus))
        #expect(!device.isFocusPointOfInterestSupported && !device.hasTorch)
        let mode = try #require(await failure(device) { $0.focusMode = .autoFocus })
        #expect(mode.control == .focusMode)
        #expect(mode.advice == "Use one of continuousAutoFocus, locked.")
        let torch = try #require(await failure(device) { $0.torchMode = .on })
        #expect(torch.control == .torchMode && torch.message.contains("no torchMode"))
        let point = try #require(await failure(device) { $0.focusPointOfInterest = .centre })
        #expect(point.control == .focusPointOfInterest)
    }

    @Test("A closure that throws changes nothing")
    func throwing() async throws {
        let camera = Self.ableCamera()
        let device = CaptureDevice(camera)
        let error = await failure(device) { configuration throws(CaptureError) in
            configuration.gain = 4
            configuration.activeFormat = device.formats.first?.video
            throw CaptureError(.unsupported, "Not today.")
        }
        #expect(error?.message == "Not today.")
        #expect(camera.applies.isEmpty)
        #expect(device.activeFormat == nil)
        // And the lock is free again.
        try await device.configure { ($0.exposureMode, $0.gain) = (.custom, 2) }
        #expect(device.settings.gain == 2)
    }

    @Test("Where the driver breaks off half-way, what was set is put back", arguments: 0...3)
    func halfWay(count: Int) async throws {
        let camera = Self.ableCamera { $0.failsAfterControls = count }
        let device = CaptureDevice(camera)
        let before = device.settings
        let error = await failure(device) {
            $0.activeFormat = device.formats.first?.video
            $0.focusMode = .autoFocus
            $0.exposureMode = .custom
            $0.gain = 8
            $0.videoZoomFactor = 3
        }
        #expect(error?.kind == .lost)
        #expect(device.settings == before)
        #expect(device.activeFormat == nil)
    }

    @Test("Of many tasks that configure at once each is alone, and no change is lost")
    func exclusion() async throws {
        let camera = Self.ableCamera { $0.settings.exposureMode = .custom }
        let device = CaptureDevice(camera)
        let inside = OpenCount()
        camera.set { script in
            // From within the driver on, until the next one's closure, nobody else may be at it.
            script.duringApply = { inside.end() }
        }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    try? await device.configure { configuration in
                        inside.begin()
                        configuration.gain += 0.05
                    }
                }
            }
        }
        #expect(inside.highest == 1)
        #expect(abs(device.settings.gain - 11) < 1e-9)
        #expect(camera.applies.count == 200)
    }

    @Test("A format of somebody else's, one it has not and a rate it has not are three refusals")
    func formats() async throws {
        let camera = ScriptedCamera()
        let device = CaptureDevice(camera)
        let odd = VideoCaptureFormat(
            size: PictureSize(width: 7, height: 7), pixels: .i420, rates: [.init(FrameRate(30))])
        #expect(await failure(device) { $0.activeFormat = odd }?.control == .activeFormat)
        let rate = try #require(await failure(device) { $0.activeFrameRate = FrameRate(240) })
        #expect(rate.control == .activeFrameRate && rate.advice?.contains("1…60") == true)
        let own = try #require(device.formats.first?.video)
        // Whoever opened the device with a format of his own owns it.
        var owner: CaptureDeviceInput? = try CaptureDeviceInput(
            device: device, camera: CameraRequest(size: own.size, frameRate: FrameRate(30)))
        let busy = await failure(device) { $0.activeFormat = own }
        #expect(busy?.kind == .busy && busy?.control == .activeFormat)
        #expect(owner?.device === device)
        owner = nil
        #expect(await failure(device) { $0.activeFormat = own } == nil)
        #expect(device.activeFormat == own)
    }

    @Test("An input that could not be opened owns no format, and takes none from others")
    func failedOwner() async throws {
        let camera = ScriptedCamera { $0.openError = CaptureError(.busy, "Somebody else has it.") }
        let device = CaptureDevice(camera)
        let request = CameraRequest(size: PictureSize(width: 640, height: 480), frameRate: FrameRate(30))
        #expect(throws: CaptureError.self) { try CaptureDeviceInput(device: device, camera: request) }
        camera.set { $0.openError = nil }
        let owner = try CaptureDeviceInput(device: device, camera: request)
        #expect(await failure(device) { $0.activeFrameRate = FrameRate(30) }?.kind == .busy)
        withExtendedLifetime(owner) {}
    }

    @Test("A microphone has no settings and no picture formats to set")
    func microphone() async throws {
        let device = CaptureDevice(ScriptedMicrophone())
        #expect(await failure(device) { $0.torchMode = .on }?.control == .torchMode)
        #expect(await failure(device) { $0.activeFrameRate = FrameRate(30) }?.control == .activeFrameRate)
        #expect(device.capabilities == CameraCapabilities())
    }
}
