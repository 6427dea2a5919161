import OnAirCapture
import OnAirMedia
import Testing

@Suite("When an input opens its device and lets it go")
struct CaptureInputReleaseTests {
    @Test("Taken out of a session that does not run, the device is let go although somebody holds the input")
    func removed() async throws {
        let rig = CaptureRig()
        let input = try CaptureDeviceInput(device: CaptureDevice(rig.camera))
        try rig.session.addInput(input)
        #expect(rig.camera.open.now == 1)
        rig.session.removeInput(input)
        await rig.session.settled()
        #expect(rig.camera.open.now == 0 && input.device.grantedFormat == nil)

        // Added again, it opens anew when the session starts.
        try rig.session.configure { try $0.addInput(input) }
        #expect(rig.camera.open.now == 0)
        rig.session.startRunning()
        rig.run(until: 100)
        #expect(rig.camera.open.now == 1 && rig.camera.openings.count == 2)
        #expect(rig.told == ["started"])

        // Stopped and taken out, likewise.
        rig.session.requestStop()
        rig.settle()
        try rig.session.configure { $0.removeInput(input) }
        #expect(rig.camera.open.now == 0)
    }

    @Test("A session that is let go before it ran lets the device go too")
    func sessionGone() throws {
        let camera = ScriptedCamera()
        let input = try CaptureDeviceInput(device: CaptureDevice(camera))
        var session: CaptureSession? = CaptureSession()
        try session?.addInput(input)
        session = nil
        #expect(camera.open.now == 0 && input.device.grantedFormat == nil)
    }

    @Test("With the session's preset a camera opens once and is ready; without, it is made ready by the session")
    func openings() throws {
        for preset in [CaptureSession.Preset.vga640x480, nil] {
            let rig = CaptureRig { $0.size = nil }
            try rig.session.setSessionPreset(.vga640x480)
            try rig.session.addInput(CaptureDeviceInput(device: CaptureDevice(rig.camera), preset: preset))
            rig.session.startRunning()
            rig.run(until: 100)
            let vga = PictureSize(width: 640, height: 480)
            #expect(rig.camera.openings.last?.size == vga)
            #expect(rig.camera.openings.count == (preset == nil ? 2 : 1))
            #expect(rig.camera.prepared.withLock { $0 } == (preset == nil ? [] : [vga]))
        }
    }

    @Test("A torch goes off when nobody has the camera any more")
    func torch() async throws {
        let backend = SimulatedBackend()
        let device = CaptureDevice(backend.backCamera)
        var input: CaptureDeviceInput? = try CaptureDeviceInput(device: device)
        try await device.configure { $0.torchMode = .on }
        #expect(device.settings.torchMode == .on && input != nil)
        // Somebody who is refused changes nothing.
        #expect(throws: CaptureError.self) { try CaptureDeviceInput(device: CaptureDevice(backend.backCamera)) }
        #expect(device.settings.torchMode == .on)
        input = nil
        #expect(device.settings.torchMode == .off)
    }

    @Test("What the device's own format says comes before the preset, and the session says so")
    func inputPriority() async throws {
        let rig = CaptureRig()
        let device = CaptureDevice(rig.camera)
        try rig.session.addInput(CaptureDeviceInput(device: device))
        try rig.session.setSessionPreset(.hd1280x720)
        try await device.configure { $0.activeFormat = device.formats.first?.video }
        #expect(rig.session.sessionPreset == .inputPriority)
        rig.session.startRunning()
        rig.run(until: 100)
        #expect(rig.camera.openings.last?.size == PictureSize(width: 352, height: 288))
        try await device.configure { $0.activeFormat = nil }
        #expect(rig.session.sessionPreset == .hd1280x720)
        rig.run(until: 200)
        #expect(rig.camera.openings.last?.size == PictureSize(width: 1280, height: 720))
        #expect(rig.session.canSetSessionPreset(.inputPriority))
    }

    private struct OwnError: Error {}

    @Test("Closures of configure may throw what they like, without a word about types")
    func closures() async throws {
        let rig = CaptureRig()
        let device = CaptureDevice(rig.camera)
        #expect(throws: OwnError.self) {
            try rig.session.configure { session in
                try session.addInput(CaptureDeviceInput(device: device))
                throw OwnError()
            }
        }
        #expect(rig.session.inputs.isEmpty)
        await #expect(throws: OwnError.self) {
            try await device.configure {
                $0.activeFrameRate = FrameRate(25)
                throw OwnError()
            }
        }
        #expect(device.activeFrameRate == nil)
        do throws(CaptureError) {
            try rig.session.configure { session in try? session.setPreset(.vga640x480) }
        } catch {
            Issue.record(error)
        }
        #expect(rig.session.sessionPreset == .vga640x480)
    }

    @Test("Devices, inputs and connections say in a log what they are")
    func descriptions() throws {
        let rig = CaptureRig()
        let (input, video) = (try CaptureDeviceInput(device: CaptureDevice(rig.camera)), CaptureVideoDataOutput())
        try rig.session.addInput(input)
        try rig.session.addOutput(video)
        #expect("\(input.device)" == "Scripted scripted:camera (scripted:camera)")
        #expect("\(input)" == "input of Scripted scripted:camera (scripted:camera)")
        let connection = try #require(video.connection(for: .video))
        #expect(
            "\(connection)" == "video from Scripted scripted:camera (scripted:camera) to CaptureVideoDataOutput")
    }
}
