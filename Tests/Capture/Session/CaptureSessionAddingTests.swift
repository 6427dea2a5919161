import OnAirCapture
import OnAirMedia
import Testing

struct CaptureSessionAddingTests {
    private func refusal(_ body: () throws(CaptureError) -> Void) -> CaptureError? {
        do throws(CaptureError) {
            try body()
            return nil
        } catch {
            return error
        }
    }

    @Test("Nothing, twice the same, another session's and a second camera are refused, each with its reason")
    func refusedInputs() throws {
        let session = CaptureSession()
        let camera = CaptureDevice(ScriptedCamera())
        let input = try CaptureDeviceInput(device: camera)
        #expect(!session.canAddInput(nil))
        #expect(refusal { () throws(CaptureError) in try session.addInput(nil) }?.kind == .unsupported)

        #expect(session.canAddInput(input))
        try session.addInput(input)
        #expect(!session.canAddInput(input))
        let twice = refusal { () throws(CaptureError) in try session.addInput(input) }
        #expect(twice?.kind == .unsupported)
        #expect(twice?.message.contains("already") == true)

        let second = try CaptureDeviceInput(device: CaptureDevice(ScriptedCamera("scripted:second")))
        #expect(!session.canAddInput(second))
        let another = refusal { () throws(CaptureError) in try session.addInput(second) }
        #expect(another?.message.contains("Scripted scripted:camera") == true)
        #expect(another?.advice != nil)

        let elsewhere = CaptureSession()
        #expect(!elsewhere.canAddInput(input))
        #expect(
            refusal { () throws(CaptureError) in try elsewhere.addInput(input) }?.message.contains("another session")
                == true)

        session.removeInput(input)
        #expect(elsewhere.canAddInput(input))
        try elsewhere.addInput(input)
        #expect(!session.canAddInput(input))
        #expect(session.inputs.isEmpty)
    }

    @Test("A camera without pictures of the preset is refused, and so is a preset its camera has not")
    func unsupportedPreset() throws {
        let session = CaptureSession()
        let input = try CaptureDeviceInput(device: CaptureDevice(ScriptedCamera()))
        try session.setSessionPreset(.iFrame960x540)
        #expect(!session.canAddInput(input))
        #expect(
            refusal { () throws(CaptureError) in try session.addInput(input) }?.message.contains("iFrame960x540")
                == true)
        try session.setSessionPreset(.hd1280x720)
        try session.addInput(input)
        #expect(!session.canSetSessionPreset(.iFrame960x540))
        #expect(
            refusal { () throws(CaptureError) in try session.setSessionPreset(.iFrame960x540) }?.kind == .unsupported)
        #expect(session.sessionPreset == .hd1280x720)
    }

    @Test("No output, twice the same and another session's are refused")
    func refusedOutputs() throws {
        let (session, elsewhere) = (CaptureSession(), CaptureSession())
        let output = CaptureVideoDataOutput()
        #expect(!session.canAddOutput(nil))
        #expect(refusal { () throws(CaptureError) in try session.addOutput(nil) }?.kind == .unsupported)
        try session.addOutput(output)
        #expect(!session.canAddOutput(output))
        #expect(refusal { () throws(CaptureError) in try session.addOutput(output) }?.kind == .unsupported)
        #expect(!elsewhere.canAddOutput(output))
        #expect(refusal { () throws(CaptureError) in try elsewhere.addOutput(output) }?.kind == .unsupported)
        session.removeOutput(output)
        try elsewhere.addOutput(output)
        // Several outputs of one medium are welcome.
        try elsewhere.addOutput(CaptureVideoDataOutput())
        #expect(elsewhere.outputs.count == 2)
    }

    @Test("Connections join each input to every output of its medium, whichever comes first")
    func connections() throws {
        let session = CaptureSession()
        let (video, audio) = (CaptureVideoDataOutput(), CaptureAudioDataOutput())
        let preview = CaptureVideoPreviewLayer(session: session)
        let camera = try CaptureDeviceInput(device: CaptureDevice(ScriptedCamera()))
        let microphone = try CaptureDeviceInput(device: CaptureDevice(ScriptedMicrophone()))
        try session.addInput(camera)
        try session.addOutput(video)
        try session.addOutput(audio)
        try session.addInput(microphone)
        #expect(session.connections.count == 3)
        #expect(video.connection(for: .video)?.input === camera)
        #expect(video.connection(for: .audio) == nil)
        #expect(audio.connection(for: .audio)?.input === microphone)
        #expect(preview.connection(for: .video)?.output === preview)
        #expect(video.connection(for: .video)?.isActive == false)
        session.removeInput(camera)
        #expect(video.connection(for: .video) == nil)
        #expect(session.connections.count == 1)
    }

    @Test("A connection's settings outlast a change of camera")
    func settingsOutlast() throws {
        let session = CaptureSession()
        let output = CaptureVideoDataOutput()
        try session.addOutput(output)
        let first = try CaptureDeviceInput(device: CaptureDevice(ScriptedCamera("scripted:a")))
        try session.addInput(first)
        output.connection(for: .video)?.videoOrientation = .portrait
        output.connection(for: .video)?.isVideoMirrored = true
        session.removeInput(first)
        try session.addInput(CaptureDeviceInput(device: CaptureDevice(ScriptedCamera("scripted:b"))))
        #expect(output.connection(for: .video)?.videoOrientation == .portrait)
        #expect(output.connection(for: .video)?.isVideoMirrored == true)
    }

    @Test("An error in the middle of a configuration changes nothing")
    func atomic() throws {
        let session = CaptureSession()
        let old = try CaptureDeviceInput(device: CaptureDevice(ScriptedCamera("scripted:old")))
        let output = CaptureVideoDataOutput()
        try session.addInput(old)
        let elsewhere = CaptureSession()
        let taken = try CaptureDeviceInput(device: CaptureDevice(ScriptedCamera("scripted:taken")))
        try elsewhere.addInput(taken)
        let error = refusal { () throws(CaptureError) in
            try session.configure { session throws(CaptureError) in
                session.removeInput(old)
                try session.addOutput(output)
                try session.setPreset(.vga640x480)
                #expect(session.inputs.isEmpty && session.outputs.count == 1 && session.sessionPreset == .vga640x480)
                try session.addInput(taken)
            }
        }
        #expect(error?.kind == .unsupported)
        #expect(session.inputs.count == 1 && session.inputs.first === old)
        #expect(session.outputs.isEmpty)
        #expect(session.sessionPreset == .high)
        // The output was not claimed on the way.
        #expect(elsewhere.canAddOutput(output))
    }

    @Test("Of many threads that add a camera of their own at once, exactly one succeeds")
    func concurrentAdding() async throws {
        for _ in 0..<20 {
            let session = CaptureSession()
            let inputs = try (0..<8).map { number in
                try CaptureDeviceInput(device: CaptureDevice(ScriptedCamera("scripted:\(number)")))
            }
            let added = await withTaskGroup(of: Bool.self) { group in
                for input in inputs {
                    group.addTask { (try? session.addInput(input)) != nil }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(added == 1)
            #expect(session.inputs.count == 1)
        }
    }

    @Test("An input two sessions want at once goes to exactly one")
    func concurrentClaims() async throws {
        for _ in 0..<50 {
            let sessions = (0..<4).map { _ in CaptureSession() }
            let input = try CaptureDeviceInput(device: CaptureDevice(ScriptedCamera()))
            let output = CaptureVideoDataOutput()
            await withTaskGroup(of: Void.self) { group in
                for session in sessions {
                    group.addTask {
                        try? session.configure { session throws(CaptureError) in
                            try session.addOutput(output)
                            try session.addInput(input)
                        }
                    }
                }
            }
            #expect(sessions.map(\.inputs.count).reduce(0, +) == 1)
            #expect(sessions.map(\.outputs.count).reduce(0, +) == 1)
        }
    }
}
