import OnAirCapture
import OnAirMedia
import Testing

@Suite("A camera that runs before it is added")
struct CaptureSessionArrivalTests {
    /// A session that runs with one camera for a second, and another camera that wants to take its place.
    private struct Change {
        let rig: CaptureRig
        let probe: ProbeOutput
        let old: CaptureDeviceInput
        let camera: ScriptedCamera
        let new: CaptureDeviceInput

        /// - Parameter script: the new camera's.
        init(_ script: (inout ScriptedCamera.Script) -> Void) throws {
            rig = CaptureRig()
            probe = ProbeOutput(rig.runner)
            old = try CaptureDeviceInput(device: CaptureDevice(rig.camera))
            try rig.session.addOutput(probe.video)
            try rig.session.addInput(old)
            rig.session.startRunning()
            rig.run(until: 1000)
            camera = ScriptedCamera("scripted:new") { camera in
                camera.size = PictureSize(width: 64, height: 48)
                script(&camera)
            }
            new = try CaptureDeviceInput(device: CaptureDevice(camera))
        }

        func exchange() throws {
            try rig.session.configure { session throws(CaptureError) in
                session.removeInput(old)
                try session.addInput(new)
            }
        }
    }

    private func error(_ outcome: CaptureArrival.Outcome?) -> CaptureError? {
        if case .failed(let error)? = outcome { error } else { nil }
    }

    private func hasArrived(_ arrival: CaptureArrival) -> Bool {
        if case .arrived? = arrival.current { true } else { false }
    }

    @Test("The old camera goes on until the new one's first picture: no picture of 30 per second is missing")
    func seamless() async throws {
        let change = try Change { $0.startUp = .milliseconds(700) }
        let arrival = try change.rig.session.prepare(change.new)
        change.rig.run(until: 1690)
        #expect(arrival.current == nil)
        change.rig.run(until: 1705)
        #expect(hasArrived(arrival))
        #expect(
            change.probe.pictures.all.allSatisfy { $0.size.width == 32 }, "nothing of it is seen before it is added")
        try change.exchange()
        change.rig.run(until: 3000)
        #expect(change.probe.longestPictureGap <= 34)
        #expect(change.probe.pictures.all.map(\.captureTime) == (0...90).map { CaptureRig.frame($0) })
        #expect(change.probe.pictures.all.last?.size.width == 64)
        #expect(change.rig.camera.open.now == 0, "the old one has been let go")
        #expect(change.rig.told == ["started"])
        if case .failed(let error) = await arrival.outcome() { Issue.record("\(error)") }
    }

    @Test("Without that, viewers would see nothing new for the camera's start-up")
    func cold() throws {
        let change = try Change { $0.startUp = .milliseconds(700) }
        try change.exchange()
        change.rig.run(until: 3000)
        #expect(change.probe.longestPictureGap >= 700)
    }

    @Test("A camera that cannot start beside the other is told, and the other never notices")
    func busy() throws {
        let change = try Change { $0.startError = CaptureError(.busy, "The bus is full.") }
        let arrival = try change.rig.session.prepare(change.new)
        change.rig.run(until: 1100)
        #expect(error(arrival.current)?.kind == .busy)
        change.rig.session.dismiss(change.new)
        change.rig.run(until: 2000)
        #expect(change.camera.open.now == 0)
        #expect(change.rig.told == ["started"])
        #expect(change.probe.longestPictureGap <= 34)
        // The old way goes with the same input: it is opened anew once there is room.
        change.camera.set { $0.startError = nil }
        try change.exchange()
        change.rig.run(until: 3000)
        #expect(change.probe.pictures.all.last?.size.width == 64)
    }

    @Test("A camera that gives nothing within its patience has failed, and the other goes on")
    func frozen() throws {
        let change = try Change {
            $0.isFrozen = true
            $0.patience = .milliseconds(500)
        }
        let arrival = try change.rig.session.prepare(change.new)
        change.rig.run(until: 1600)
        #expect(error(arrival.current)?.kind == .lost)
        change.rig.session.dismiss(change.new)
        change.rig.run(until: 2500)
        #expect(change.camera.open.now == 0 && change.probe.longestPictureGap <= 34)
        #expect(change.rig.session.inputs.map(\.device.uniqueID) == ["scripted:camera"])
    }

    @Test("One that is lost between its first picture and its adding is an interruption, told once")
    func lostOnTheWay() throws {
        let change = try Change { _ in }
        let arrival = try change.rig.session.prepare(change.new)
        change.rig.run(until: 1100)
        #expect(hasArrived(arrival))
        change.camera.set { $0.isConnected = false }
        change.rig.run(until: 1200)
        #expect(change.rig.told == ["started"], "nobody has it yet")
        try change.exchange()
        #expect(change.rig.told == ["started", "video lost"] && change.rig.session.isInterrupted)
        change.camera.set { $0.isConnected = true }
        change.rig.run(until: 3000)
        #expect(change.rig.told == ["started", "video lost", "video back"])
    }

    @Test("A stop lets go of what was on its way, and says so")
    func stop() throws {
        let change = try Change { $0.startUp = .milliseconds(700) }
        let arrival = try change.rig.session.prepare(change.new)
        change.rig.run(until: 1100)
        change.rig.session.requestStop()
        change.rig.settle()
        #expect(error(arrival.current)?.kind == .lost)
        #expect(change.camera.open.now == 0 && change.rig.camera.open.now == 0)
        // It is nobody's any more.
        #expect(CaptureSession().canAddInput(change.new))
    }

    @Test("A camera with endless patience that gives nothing has failed after 5 s, losing pictures or not")
    func bounded() throws {
        let change = try Change { $0.isFrozen = true }
        let arrival = try change.rig.session.prepare(change.new)
        change.rig.run(until: 5900)
        #expect(arrival.current == nil)
        change.rig.run(until: 6100)
        #expect(error(arrival.current)?.kind == .lost)
        #expect(change.probe.longestPictureGap <= 34)
        // It is no verdict on what it does later: somebody may keep it.
        change.camera.set { $0.isFrozen = false }
        change.rig.run(until: 7000)
        #expect(arrival.isReady)
    }

    @Test("A camera that is kept ready makes no picture, and its first one is there within a frame of the switch")
    func warm() throws {
        let change = try Change { $0.startUp = .milliseconds(700) }
        let arrival = try change.rig.session.prepare(change.new, isKept: true)
        change.rig.run(until: 1710)
        #expect(hasArrived(arrival))
        let made = change.camera.made.now
        change.rig.run(until: 9990)
        #expect(change.camera.made.now == made && change.camera.discarded.now > 240)
        #expect(arrival.isReady && change.rig.told == ["started"])
        try change.rig.session.configure { session throws(CaptureError) in
            session.setAsideInput(change.old)
            try session.addInput(change.new)
        }
        change.rig.run(until: 10_024)
        let first = try #require(change.probe.pictures.all.first { $0.size.width == 64 })
        #expect(first.captureTime.nanoseconds(since: CaptureRig.time(9990)) < 33_400_000)
        // The old one is kept, and comes back as fast.
        change.rig.run(until: 11_990)
        #expect(change.rig.camera.open.now == 1 && change.rig.session.arrival(of: change.old)?.isReady == true)
        try change.rig.session.configure { session throws(CaptureError) in
            session.setAsideInput(change.new)
            try session.addInput(change.old)
        }
        change.rig.run(until: 14_000)
        let last = try #require(change.probe.pictures.all.last { $0.size.width == 64 })
        let back = try #require(
            change.probe.pictures.all.first { $0.size.width == 32 && $0.captureTime > last.captureTime })
        #expect(back.captureTime.nanoseconds(since: CaptureRig.time(11_990)) < 33_400_000)
        #expect(change.probe.longestPictureGap <= 34)
        #expect(change.camera.openings.count + change.rig.camera.openings.count <= 3, "nothing was opened again")
        change.rig.session.requestStop()
        change.rig.settle()
        #expect(change.camera.open.now == 0 && change.rig.camera.open.now == 0)
    }

    @Test("A camera that is kept ready and unplugged is quiet about it, and ready again when it returns")
    func warmUnplugged() throws {
        let change = try Change { $0.patience = .milliseconds(500) }
        let arrival = try change.rig.session.prepare(change.new, isKept: true)
        change.rig.run(until: 4000)
        #expect(arrival.isReady, "pictures that are let go are a sign of life")
        change.camera.set { $0.isConnected = false }
        change.rig.run(until: 6000)
        #expect(!arrival.isReady && change.rig.told == ["started"])
        change.camera.set { $0.isConnected = true }
        change.rig.run(until: 8000)
        #expect(arrival.isReady && change.rig.told == ["started"])
        // One that freezes is noticed although nobody wants its pictures.
        change.camera.set { $0.isFrozen = true }
        change.rig.run(until: 8700)
        #expect(!arrival.isReady)
    }

    @Test("A lost camera is tried at once when it is known to be there again")
    func returned() throws {
        let change = try Change { _ in }
        change.rig.camera.set { $0.isConnected = false }
        change.rig.run(until: 2950)
        let tries = change.rig.camera.openings.count
        change.rig.camera.set { $0.isConnected = true }
        change.old.deviceReturned()
        change.rig.settle()
        #expect(change.rig.camera.openings.count == tries + 1)
        change.rig.run(until: 3000)
        #expect(change.rig.told == ["started", "video lost", "video back"])
    }

    @Test("What this process set on a camera is set again after it was unplugged; what fails is no new loss")
    func settings() async throws {
        let change = try Change { _ in }
        change.rig.camera.set { camera in
            camera.capabilities.zoomFactors = 1...4
            camera.capabilities.focusModes = [.locked, .continuousAutoFocus]
            camera.capabilities.torchModes = [.on, .off]
        }
        try await change.old.device.configure {
            $0.videoZoomFactor = 3
            $0.torchMode = .on
        }
        try await change.old.device.setControls([CaptureControlChange("focusMode", .text("locked"))])
        change.rig.camera.set { camera in
            camera.isConnected = false
            camera.settings = CameraSettings()
        }
        change.rig.run(until: 2000)
        change.rig.camera.set { $0.isConnected = true }
        change.rig.run(until: 3000)
        #expect(change.old.device.settings.videoZoomFactor == 3)
        #expect(change.old.device.settings.focusMode == .locked)
        #expect(change.old.device.settings.torchMode == .off, "what shines does not come on by itself")
        // It comes back without its zoom: the rest is set all the same.
        change.rig.camera.set { camera in
            camera.isConnected = false
            camera.settings = CameraSettings()
            camera.capabilities.zoomFactors = nil
        }
        change.rig.run(until: 4000)
        change.rig.camera.set { $0.isConnected = true }
        change.rig.run(until: 5000)
        #expect(change.old.device.settings.focusMode == .locked)
        #expect(change.rig.told == ["started", "video lost", "video back", "video lost", "video back"])
    }

    @Test("An input that is in the session, or on its way already, is refused")
    func refused() throws {
        let change = try Change { _ in }
        #expect(throws: CaptureError.self) { try change.rig.session.prepare(change.old) }
        _ = try change.rig.session.prepare(change.new)
        #expect(throws: CaptureError.self) { try change.rig.session.prepare(change.new) }
        change.rig.session.dismiss(change.old)
        change.rig.run(until: 1500)
        #expect(change.probe.longestPictureGap <= 34, "dismissing what was added does nothing")
    }
}
