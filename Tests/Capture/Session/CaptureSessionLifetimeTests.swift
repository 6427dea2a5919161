import OnAirCapture
import OnAirMedia
import Testing

struct CaptureSessionLifetimeTests {
    /// What of a session is still there.
    private struct Remains {
        weak var session: CaptureSession?
        weak var camera: CaptureDeviceInput?
        weak var microphone: CaptureDeviceInput?
        weak var cameraDevice: CaptureDevice?
        weak var video: CaptureVideoDataOutput?
        weak var audio: CaptureAudioDataOutput?
        weak var preview: CaptureVideoPreviewLayer?
        weak var connection: CaptureConnection?
        weak var delegate: RecordingDelegate?
        weak var driver: ScriptedCamera?

        var isNothing: Bool {
            session == nil && camera == nil && microphone == nil && cameraDevice == nil && video == nil && audio == nil
                && preview == nil && connection == nil && delegate == nil && driver == nil
        }
    }

    private func makeAndRun(_ remains: inout Remains, until end: (CaptureSession, CaptureRig) -> Void) throws {
        let rig = CaptureRig()
        let (video, audio, delegate) = (CaptureVideoDataOutput(), CaptureAudioDataOutput(), RecordingDelegate())
        let camera = try CaptureDeviceInput(device: CaptureDevice(rig.camera))
        let microphone = try CaptureDeviceInput(device: CaptureDevice(rig.microphone))
        let preview = CaptureVideoPreviewLayer(session: rig.session)
        video.setSampleBufferDelegate(delegate, queue: .global())
        audio.setSampleBufferDelegate(delegate, queue: .global())
        try rig.session.configure { session throws(CaptureError) in
            try session.addInput(camera)
            try session.addInput(microphone)
            try session.addOutput(video)
            try session.addOutput(audio)
        }
        remains = Remains(
            session: rig.session, camera: camera, microphone: microphone, cameraDevice: camera.device, video: video,
            audio: audio, preview: preview, connection: video.connection(for: .video), delegate: delegate,
            driver: rig.camera)
        rig.session.startRunning()
        rig.run(until: 100)
        #expect(preview.newestPicture != nil)
        #expect(delegate.waitForCalls(2))
        end(rig.session, rig)
    }

    /// Jobs on the delegate's queue hold what they need a moment longer.
    private func expectNothing(_ remains: () -> Remains) {
        let deadline = MonotonicClock().now.advanced(byMilliseconds: 5000)
        while !remains().isNothing, MonotonicClock().now < deadline {}
        #expect(remains().isNothing, "\(remains())")
    }

    @Test("A stopped session, its inputs, outputs, connections and devices are all let go with it")
    func stopped() throws {
        var remains = Remains()
        try makeAndRun(&remains) { session, rig in
            session.requestStop()
            rig.settle()
        }
        expectNothing { remains }
    }

    @Test("An input, an output and a delegate that were taken out are let go while the session goes on")
    func takenOut() throws {
        let rig = CaptureRig()
        var remains = Remains()
        func addAndRemove() throws {
            let (video, delegate) = (CaptureVideoDataOutput(), RecordingDelegate())
            let camera = try CaptureDeviceInput(device: CaptureDevice(rig.camera))
            video.setSampleBufferDelegate(delegate, queue: .global())
            try rig.session.addInput(camera)
            try rig.session.addOutput(video)
            rig.run(until: 100)
            #expect(delegate.waitForCalls(1))
            remains = Remains(
                camera: camera, cameraDevice: camera.device, video: video,
                connection: video.connection(for: .video), delegate: delegate)
            rig.session.removeInput(camera)
            rig.session.removeOutput(video)
            rig.settle()
        }
        rig.session.startRunning()
        try addAndRemove()
        expectNothing { remains }
        #expect(rig.session.isRunning)
    }

    @Test("A running session that its last owner lets go of stops, lets its devices go and logs that")
    func released() async throws {
        let (kept, driver, microphone) = (KeptLog(), ScriptedCamera(), ScriptedMicrophone())
        weak var gone: CaptureSession?
        func run() async throws -> AsyncStream<CaptureSessionEvent> {
            let session = CaptureSession(log: kept.log)
            gone = session
            let output = CaptureVideoDataOutput()
            try session.addOutput(output)
            try session.addInput(CaptureDeviceInput(device: CaptureDevice(driver)))
            try session.addInput(CaptureDeviceInput(device: CaptureDevice(microphone)))
            let (samples, events) = (output.sampleBuffers(), session.events())
            session.startRunning()
            for await _ in samples { break }
            #expect(driver.open.now == 1)
            return events
        }
        let events = try await run()
        #expect(gone == nil)
        #expect(kept.lines.map(\.level) == [.warning])
        #expect(kept.lines.first?.message.contains("let go while it ran") == true)
        var words: [String] = []
        // The stream ends by itself.
        for await event in events {
            if case .stopped = event { words.append("stopped") } else { words.append("started") }
        }
        #expect(words == ["started", "stopped"])
        let deadline = MonotonicClock().now.advanced(byMilliseconds: 5000)
        while driver.open.now + microphone.open.now > 0, MonotonicClock().now < deadline { await Task.yield() }
        #expect(driver.open.now == 0 && microphone.open.now == 0)
    }

    @Test("A session that was stopped before is let go without a word")
    func releasedStopped() async throws {
        let kept = KeptLog()
        func run() async throws {
            let session = CaptureSession(log: kept.log)
            try session.addInput(CaptureDeviceInput(device: CaptureDevice(ScriptedCamera())))
            session.startRunning()
            await session.stopRunning()
        }
        try await run()
        #expect(kept.lines.isEmpty)
    }

    @Test("Stopping returns once the devices are closed, on real threads, however often")
    func stopWaits() async throws {
        let (camera, microphone) = (ScriptedCamera(), ScriptedMicrophone())
        let session = CaptureSession()
        let output = CaptureAudioDataOutput()
        try session.addOutput(output)
        try session.addInput(CaptureDeviceInput(device: CaptureDevice(camera)))
        try session.addInput(CaptureDeviceInput(device: CaptureDevice(microphone)))
        for _ in 0..<10 {
            session.startRunning()
            for await _ in output.sampleBuffers() { break }
            await session.stopRunning()
            #expect(camera.open.now == 0 && microphone.open.now == 0)
        }
        #expect(camera.open.highest == 1)
    }

    @Test("Sessions that are made, run, changed and let go on many threads at once leave nothing behind")
    func races() async throws {
        let drivers = (0..<4).map { ScriptedCamera("scripted:\($0)") }
        await withTaskGroup(of: Void.self) { group in
            for driver in drivers {
                group.addTask {
                    for round in 0..<20 {
                        let session = CaptureSession()
                        let output = CaptureVideoDataOutput()
                        guard let input = try? CaptureDeviceInput(device: CaptureDevice(driver)) else { continue }
                        try? session.addInput(input)
                        session.startRunning()
                        try? session.addOutput(output)
                        await withTaskGroup(of: Void.self) { changes in
                            changes.addTask { session.removeOutput(output) }
                            changes.addTask { try? session.setSessionPreset(.vga640x480) }
                            changes.addTask { session.removeInput(input) }
                            changes.addTask { if round % 2 == 0 { await session.stopRunning() } }
                        }
                    }
                }
            }
        }
        let deadline = MonotonicClock().now.advanced(byMilliseconds: 5000)
        while drivers.contains(where: { $0.open.now > 0 }), MonotonicClock().now < deadline { await Task.yield() }
        #expect(drivers.map(\.open.now) == [0, 0, 0, 0])
    }
}
