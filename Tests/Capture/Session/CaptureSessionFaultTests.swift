import OnAirCapture
import OnAirMedia
import Testing

struct CaptureSessionFaultTests {
    private func fullRig(
        _ script: (inout ScriptedCamera.Script) -> Void = { _ in }
    ) throws -> (CaptureRig, ProbeOutput, camera: CaptureDeviceInput) {
        let rig = CaptureRig(script)
        let probe = ProbeOutput(rig.runner)
        let camera = try CaptureDeviceInput(device: CaptureDevice(rig.camera))
        try rig.session.configure { session throws(CaptureError) in
            try session.addOutput(probe.video)
            try session.addOutput(probe.audio)
            try session.addInput(camera)
            try session.addInput(CaptureDeviceInput(device: CaptureDevice(rig.microphone)))
        }
        rig.session.startRunning()
        return (rig, probe, camera)
    }

    @Test("A camera unplugged while it runs and back after 3 s gives pictures again within 2 s, in the same format")
    func unplugged() throws {
        let (rig, probe, _) = try fullRig()
        rig.run(until: 2000)
        rig.camera.set { $0.isConnected = false }
        rig.run(until: 5000)
        #expect(rig.session.isInterrupted)
        #expect(rig.session.isRunning)
        rig.camera.set { $0.isConnected = true }
        let before = probe.pictures.all.count
        rig.run(until: 7000)
        let back = try #require(probe.pictures.all.dropFirst(before).first)
        #expect(back.captureTime < CaptureRig.time(5600))
        #expect(back.size == PictureSize(width: 32, height: 16))
        #expect(!rig.session.isInterrupted)
        #expect(probe.longestSoundGap == 10)
        // Lost while it ran; then not there, which is another thing; then back.
        #expect(rig.told == ["started", "video lost", "video back"])
    }

    @Test(
        "One loss is told once, whatever keeps the device away; that it is taken or denied is news"
    )
    func oneLoss() throws {
        let (rig, _, _) = try fullRig()
        rig.run(until: 1000)
        rig.camera.set { $0.isConnected = false }
        rig.run(until: 2000)
        rig.camera.set { $0.isConnected = true }
        for (number, kind) in [CaptureError.Kind.unusable, .busy, .lost, .unusable].enumerated() {
            rig.camera.set { $0.openError = CaptureError(kind, "No.") }
            rig.run(until: 3000 + Int64(number) * 1000)
        }
        #expect(rig.told == ["started", "video lost", "video busy"])
        for (number, kind) in [CaptureError.Kind.denied, .unusable, .denied].enumerated() {
            rig.camera.set { $0.openError = CaptureError(kind, "No.") }
            rig.run(until: 7000 + Int64(number) * 1000)
        }
        rig.camera.set { $0.openError = nil }
        rig.run(until: 11_000)
        #expect(rig.told == ["started", "video lost", "video busy", "video denied", "video back"])
    }

    @Test("A lost device is tried again after 100, 200, 400 ms and then every half second")
    func backOff() throws {
        let (rig, _, _) = try fullRig()
        rig.run(until: 990)
        rig.camera.set { $0.isConnected = false }
        // Noticed with picture 30, at 1 s.
        let first = rig.camera.openings.count
        var attempts: [Int64] = []
        for time in stride(from: Int64(1000), through: 3200, by: 10) {
            let before = rig.camera.openings.count
            rig.run(until: time)
            if rig.camera.openings.count > before { attempts.append(time) }
        }
        #expect(attempts == [1100, 1300, 1700, 2200, 2700, 3200])
        #expect(rig.camera.openings.count == first + 6)
        rig.camera.set { $0.isConnected = true }
        rig.run(until: 4000)
        // A device that gives samples again starts from the beginning.
        rig.camera.set { $0.isConnected = false }
        rig.run(until: 4050)
        let again = rig.camera.openings.count
        rig.run(until: 4150)
        #expect(rig.camera.openings.count == again + 1)
    }

    @Test("A microphone that vanishes and returns is heard again within 3 s, and the pictures go on")
    func microphoneLost() throws {
        let (rig, probe, _) = try fullRig()
        rig.run(until: 1000)
        rig.microphone.set { $0.isConnected = false }
        rig.run(until: 6000)
        rig.microphone.set { $0.isConnected = true }
        rig.run(until: 9000)
        #expect(probe.longestPictureGap == 33)
        #expect(probe.longestSoundGap < 5600)
        #expect(probe.blocks.all.last == CaptureRig.time(8990))
        #expect(rig.told == ["started", "audio lost", "audio back"])
    }

    @Test("A camera that gives nothing for longer than its patience is opened anew")
    func stalled() throws {
        let (rig, probe, _) = try fullRig { $0.patience = .milliseconds(1000) }
        rig.run(until: 1000)
        rig.camera.set { $0.isFrozen = true }
        rig.run(until: 1900)
        #expect(!rig.session.isInterrupted)
        rig.run(until: 2100)
        #expect(rig.session.isInterrupted)
        #expect(rig.told == ["started", "video lost"])
        rig.camera.set { $0.isFrozen = false }
        rig.run(until: 3000)
        #expect(rig.told == ["started", "video lost", "video back"])
        #expect(rig.camera.open.highest == 1)
        #expect(probe.pictures.all.last.map { $0.captureTime > CaptureRig.time(2900) } == true)
    }

    @Test("A patient source is waited for, for ever")
    func patient() throws {
        let (rig, _, _) = try fullRig()
        rig.camera.set { $0.isFrozen = true }
        rig.run(until: 300_000)
        #expect(rig.told == ["started"])
        #expect(rig.camera.openings.count == 1)
    }

    @Test("A device that cannot be opened when the session starts again is an interruption, not an error")
    func cannotOpen() throws {
        let (rig, probe, _) = try fullRig()
        rig.run(until: 100)
        rig.session.requestStop()
        rig.run(until: 200)
        rig.camera.set { $0.openError = CaptureError(.busy, "Somebody else has it.") }
        rig.session.startRunning()
        rig.run(until: 1200)
        #expect(rig.session.isRunning && rig.session.isInterrupted)
        rig.camera.set { $0.openError = nil }
        rig.run(until: 2000)
        #expect(rig.told == ["started", "stopped", "started", "video busy", "video back"])
        #expect(probe.pictures.all.last.map { $0.captureTime > CaptureRig.time(1900) } == true)
    }

    @Test("A source with no more to give is told as ended, once, and the rest goes on")
    func ended() throws {
        let (rig, probe, _) = try fullRig()
        rig.run(until: 1000)
        rig.camera.set { $0.hasEnded = true }
        rig.run(until: 3000)
        #expect(rig.told == ["started", "video ended"])
        #expect(!rig.session.isInterrupted)
        #expect(rig.camera.open.now == 0)
        #expect(probe.longestSoundGap == 10)
    }

    @Test("A lost camera taken out is no interruption any more, and is left alone")
    func removedWhileLost() throws {
        let (rig, _, camera) = try fullRig()
        rig.run(until: 1000)
        rig.camera.set { $0.isConnected = false }
        rig.run(until: 2000)
        #expect(rig.session.isInterrupted)
        rig.session.removeInput(camera)
        #expect(!rig.session.isInterrupted)
        let openings = rig.camera.openings.count
        rig.run(until: 5000)
        #expect(rig.camera.openings.count == openings)
        #expect(rig.told == ["started", "video lost"])
    }

    @Test("Listeners get the events in the order in which they happened")
    func eventOrder() async throws {
        let (rig, _, _) = try fullRig()
        rig.session.requestStop()
        let events = rig.session.events()
        rig.run(until: 100)
        rig.session.startRunning()
        rig.run(until: 200)
        rig.camera.set { $0.isConnected = false }
        rig.run(until: 300)
        rig.session.requestStop()
        var words: [String] = []
        for await event in events {
            switch event {
            case .started: words.append("started")
            case .interrupted: words.append("interrupted")
            case .stopped: words.append("stopped")
            default: words.append("other")
            }
            if case .stopped = event { break }
        }
        #expect(words == ["started", "interrupted", "stopped"])
    }

    @Test("Denied, busy, missing and unusable are four different errors when the input is made")
    func opening() throws {
        func kind(_ script: (inout ScriptedCamera.Script) -> Void) -> CaptureError.Kind? {
            do throws(CaptureError) {
                _ = try CaptureDeviceInput(device: CaptureDevice(ScriptedCamera(script)))
                return nil
            } catch {
                return error.kind
            }
        }
        #expect(kind { _ in } == nil)
        #expect(kind { $0.authorization = .denied(CaptureError(.denied, "Join the group video.")) } == .denied)
        #expect(kind { $0.isConnected = false } == .missing)
        #expect(kind { $0.openError = CaptureError(.busy, "Somebody else has it.") } == .busy)
        #expect(kind { $0.openError = CaptureError(.unusable, "It gives nothing.") } == .unusable)
    }
}
