import OnAirCapture
import OnAirMedia
import Testing

/// Controls by name, of cameras that have no list of their own.
struct CaptureDeviceControlsTests {
    private func failure(_ device: CaptureDevice, _ changes: [CaptureControlChange]) async -> CaptureError? {
        do throws(CaptureError) { try await device.setControls(changes) } catch { return error }
        return nil
    }

    @Test("Every camera has a list, made of its named settings")
    func list() throws {
        let unit = SimulatedBackend().backCamera
        let device = CaptureDevice(unit, store: CameraStore(root: nil))
        let names = device.controls.map(\.name)
        #expect(names.count == 14 && names.contains("torchMode") && device.namedControls.isEmpty)
        let lens = try #require(device.controls.first { $0.name == "lensPosition" })
        #expect(lens.flags.contains(.inactive))
        #expect(lens.inactiveReason == "focusMode is continuousAutoFocus: set it to locked")
        #expect(device.controls.allSatisfy { $0.flags.contains(.temporary) })
    }

    @Test("A mode and its value are set together, in whatever order")
    func set() async throws {
        let device = CaptureDevice(SimulatedBackend().frontCamera, store: CameraStore(root: nil))
        try await device.setControls([.init("lensPosition", .decimal(0.5)), .init("focusMode", .text("locked"))])
        #expect(device.settings.focusMode == .locked)
        let alone = await failure(device, [.init("gain", .decimal(2))])
        #expect(alone?.kind == .refused && alone?.controlName == "gain")
        let wrong = await failure(device, [.init("focusMode", .text("manual")), .init("videoZoomFactor", .decimal(2))])
        #expect(wrong?.controlName == "focusMode" && device.settings.videoZoomFactor == 1)
        let unknown = await failure(device, [.init("lensPostion", .decimal(2))])
        #expect(unknown?.advice == "Did you mean lensPosition?")
    }

    @Test("Reset goes back to automatic modes and neutral values")
    func reset() async throws {
        let device = CaptureDevice(SimulatedBackend().backCamera, store: CameraStore(root: nil))
        try await device.setControls([
            .init("focusMode", .text("locked")), .init("videoZoomFactor", .decimal(2)), .init("torchMode", .text("on")),
        ])
        try await device.resetControls()
        let now = device.settings
        #expect(now.focusMode == .continuousAutoFocus && now.videoZoomFactor == 1 && now.torchMode == .off)
    }

    @Test("A microphone has none")
    func microphone() async {
        let device = CaptureDevice(SimulatedBackend().microphone)
        #expect(device.controls.isEmpty)
        #expect(await failure(device, [.init("gain", .decimal(2))])?.kind == .unsupported)
    }
}
