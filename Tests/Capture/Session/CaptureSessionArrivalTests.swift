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
