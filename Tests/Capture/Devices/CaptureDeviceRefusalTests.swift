import OnAirCapture
import OnAirMedia
import Testing

@Suite("What a device refuses, and in which words")
struct CaptureDeviceRefusalTests {
    private func failure(
        _ device: CaptureDevice, _ change: @Sendable (inout CaptureDeviceConfiguration) -> Void
    ) async -> CaptureError? {
        do throws(CaptureError) {
            try await device.configure(change)
            return nil
        } catch {
            return error
        }
    }

    @Test("A device that is not there is missing, whatever is to be set on it")
    func absent() async throws {
        let camera = CaptureDeviceConfigureTests.ableCamera { $0.isConnected = false }
        let device = CaptureDevice(camera)
        #expect(await failure(device) { _ in }?.kind == .missing)
        #expect(await failure(device) { $0.activeFormat = device.formats.first?.video }?.kind == .missing)
        #expect(await failure(device) { $0.gain = 2 }?.kind == .missing)
        #expect(camera.applies.isEmpty && device.activeFormat == nil)
    }

    private static let automatic: @Sendable (inout ScriptedCamera.Script) -> Void = { script in
        script.settings.focusMode = .continuousAutoFocus
        script.settings.exposureMode = .continuousAutoExposure
        script.settings.whiteBalanceMode = .continuousAutoWhiteBalance
    }

    private static let values: [(CameraControl, String, @Sendable (inout CaptureDeviceConfiguration) -> Void)] = [
        (.lensPosition, "focusMode to “locked”", { $0.lensPosition = 0.5 }),
        (.exposureDuration, "exposureMode to “custom”", { $0.exposureDuration = 0.01 }),
        (.gain, "exposureMode to “custom”", { $0.gain = 4 }),
        (.whiteBalanceTemperature, "whiteBalanceMode to “locked”", { $0.whiteBalanceTemperature = 3000 }),
    ]

    @Test("A value that the camera sets by itself is refused, with the mode to set first", arguments: values.indices)
    func modes(index: Int) async throws {
        let (control, advice, change) = Self.values[index]
        let camera = CaptureDeviceConfigureTests.ableCamera(Self.automatic)
        let device = CaptureDevice(camera)
        let error = try #require(await failure(device, change))
        #expect(error.kind == .refused && error.control == control)
        #expect(error.advice?.contains(advice) == true)
        #expect(camera.applies.isEmpty)

        // With its mode, before or behind it, it is taken; and in that mode it is.
        let manual: @Sendable (inout CaptureDeviceConfiguration) -> Void = {
            ($0.focusMode, $0.exposureMode, $0.whiteBalanceMode) = (.locked, .custom, .locked)
        }
        #expect(
            await failure(device) {
                change(&$0)
                manual(&$0)
            } == nil)
        #expect(await failure(device, change) == nil)
        #expect(camera.applies.count == 2)
    }

    @Test("What was read back can be set again in the same mode, value by value and as a whole")
    func readBack() async throws {
        let camera = CaptureDeviceConfigureTests.ableCamera(Self.automatic)
        let device = CaptureDevice(camera)
        let read = device.settings
        #expect(await failure(device) { $0.gain = read.gain } == nil)
        // Meanwhile automatic exposure has moved on.
        camera.set { ($0.settings.gain, $0.settings.exposureDuration) = (3, 0.02) }
        #expect(
            await failure(device) {
                $0.exposureDuration = read.exposureDuration
                $0.gain = read.gain
                $0.exposureMode = read.exposureMode
            } == nil)
    }

    @Test("A camera that cannot be told to stop its automatic modes takes values as it can")
    func withoutModes() async {
        let device = CaptureDevice(
            ScriptedCamera { script in
                script.capabilities.gains = 1...16
                script.capabilities.lensPositions = 0...1
            })
        #expect(
            await failure(device) {
                $0.gain = 2
                $0.lensPosition = 0
            } == nil)
    }

    @Test("Ranges are told once, in short numbers that are allowed, with the device's name")
    func words() async throws {
        let unit = SimulatedBackend().backCamera
        let device = CaptureDevice(unit)
        let rate = try #require(await failure(device) { $0.activeFrameRate = FrameRate(500) })
        #expect(rate.advice == "Use 1…60.")
        let time = try #require(
            await failure(device) {
                $0.exposureMode = .custom
                $0.exposureDuration = 0.5
            })
        #expect(time.message == "Simulated Back Camera cannot set exposureDuration to 0.5.")
        #expect(time.advice == "Use 0.000125…0.06666.")
        let zoom = try #require(await failure(device) { $0.videoZoomFactor = 5 })
        #expect(zoom.message == "Simulated Back Camera cannot set videoZoomFactor to 5." && zoom.advice == "Use 1…4.")
        let microphone = CaptureDevice(ScriptedMicrophone())
        #expect(
            await failure(microphone) { $0.torchMode = .on }?.message.hasPrefix("This microphone has no torchMode")
                == true)
        for path in ["/nowhere/a.mp4", ""] {
            let words = path.isEmpty ? "There is no file without a path." : "There is no file /nowhere/a.mp4."
            #expect(
                throws: CaptureError(
                    .missing, words, advice: path.isEmpty ? "Give the file's path." : "Check the path.")
            ) {
                try CaptureDeviceInput(device: CaptureDevice(FileCameraDriver(path: path)))
            }
        }
    }

    @Test("The simulated camera checks for itself what is set on it directly")
    func direct() throws {
        let unit = SimulatedBackend().backCamera
        let before = unit.settings
        for value in [Double.nan, .infinity, -1, 100] {
            var wanted = before
            (wanted.videoZoomFactor, wanted.torchMode) = (value, .on)
            #expect(throws: CaptureError.self) { try unit.apply(wanted) }
            #expect(throws: CaptureError.self) { try unit.apply([.videoZoomFactor], of: wanted) }
        }
        #expect(unit.settings == before)
        (unit.ambientLight, unit.handShake) = (2, 0.05)
        (unit.ambientLight, unit.handShake) = (.nan, .nan)
        #expect(unit.ambientLight == 2 && unit.handShake == 0.05)
        (unit.ambientLight, unit.handShake) = (.infinity, -.infinity)
        #expect(unit.ambientLight == 16 && unit.handShake == 0)
    }

    @Test("A tap can be taken back: the camera watches the whole picture again")
    func reset() async throws {
        let camera = CaptureDeviceConfigureTests.ableCamera()
        let device = CaptureDevice(camera)
        try await device.focusAndExpose(at: SensorPoint(x: 0.2, y: 0.3))
        try await device.resetFocusAndExposure()
        let settings = device.settings
        #expect(settings.focusMode == .continuousAutoFocus && settings.focusPointOfInterest == nil)
        #expect(settings.exposureMode == .continuousAutoExposure && settings.exposurePointOfInterest == nil)
        #expect(camera.applies.count == 2)
        // One that can do nothing of it is left alone.
        let plain = ScriptedCamera()
        try await CaptureDevice(plain).resetFocusAndExposure()
        #expect(plain.applies.isEmpty)
    }
}
