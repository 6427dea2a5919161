import OnAirCapture
import OnAirMedia
import Testing

/// The simulated devices behind a session, on virtual time.
@Suite("A session of simulated devices")
struct SimulatedSessionTests {
    @Test("Unplugged for two seconds, it is an interruption, and pictures of the same size are back within two seconds")
    func unplug() throws {
        let rig = try SimulatedRig("unplug@1-3")
        rig.run(until: 2900)
        #expect(rig.session.isRunning && rig.session.isInterrupted && !rig.camera.isConnected)
        #expect(rig.camera.grantedFormat == nil)
        rig.run(until: 6000)
        #expect(rig.told == ["video lost", "video back"])
        #expect(rig.time(of: "video lost") == 1000)
        #expect(!rig.pictures.contains { (1000..<3000).contains($0) })
        let back = try #require(rig.pictures.first { $0 >= 3000 })
        // Half a second between attempts at most, and a picture's time.
        #expect(back < 3600)
        #expect(rig.pictures.suffix(30).first == 5033 && rig.pictures.last == 6000)
        #expect(rig.probe.pictures.all.allSatisfy { $0.size == SimulatedRig.size })
        #expect(rig.camera.grantedFormat?.video?.size == SimulatedRig.size)
        #expect(!rig.session.isInterrupted)
        #expect(rig.probe.longestSoundGap == 10)
        // Numbers are the grid's, before and after.
        for seen in rig.probe.pictures.all { #expect(seen.captureTime == CaptureRig.frame(seen.sequence)) }
    }

    @Test("Frozen, it is lost when its patience of two seconds is over, and back after the fault")
    func freeze() throws {
        let rig = try SimulatedRig("freeze@1-6")
        rig.run(until: 2900)
        #expect(!rig.session.isInterrupted)
        #expect(rig.pictures.last == 966)
        rig.run(until: 5900)
        #expect(rig.session.isInterrupted)
        let lost = try #require(rig.time(of: "video lost"))
        #expect((2966...3000).contains(lost))
        rig.run(until: 8000)
        #expect(rig.told == ["video lost", "video back"])
        #expect(try #require(rig.pictures.first { $0 > 1000 }) < 8000)
        #expect(rig.pictures.last == 8000 && !rig.session.isInterrupted)
        #expect(rig.probe.longestSoundGap == 10)
    }

    @Test(
        "Denied or busy when it is opened again, it is that interruption, and goes on trying",
        arguments: [(SimulatedFault.deny, "denied"), (.busy, "busy")])
    func reopening(fault: SimulatedFault, word: String) throws {
        let rig = try SimulatedRig()
        rig.run(until: 1000)
        rig.backend.backCamera.fault = .unplug
        rig.run(until: 1050)
        rig.backend.backCamera.fault = fault
        rig.run(until: 4000)
        #expect(rig.told == ["video lost", "video \(word)"])
        #expect(rig.session.isInterrupted)
        rig.backend.backCamera.fault = nil
        rig.run(until: 5000)
        #expect(rig.told.last == "video back")
        #expect(try #require(rig.pictures.first { $0 > 1100 }) < 4600)
        #expect(!rig.session.isInterrupted)
    }

    @Test("Denied or busy while it runs, nothing happens", arguments: ["deny@1-3", "busy@1-3", "mic:deny@1"])
    func undisturbed(script: String) throws {
        let rig = try SimulatedRig(script)
        rig.run(until: 4000)
        #expect(rig.told.isEmpty && rig.probe.longestPictureGap == 33 && rig.probe.longestSoundGap == 10)
    }

    @Test("At half the granted rate the pictures come at half the rate, and nothing is interrupted")
    func changeRate() throws {
        let rig = try SimulatedRig("rate=15@2-4")
        rig.run(until: 6000)
        func count(_ range: Range<Int64>) -> Int { rig.pictures.filter { range.contains($0) }.count }
        #expect(count(0..<2000) == 60 && count(2000..<4000) == 30 && count(4000..<6000) == 60)
        #expect(rig.told.isEmpty && rig.probe.longestSoundGap == 10)
        #expect(rig.camera.grantedFormat?.video?.rates == [.init(FrameRate(30))])
    }

    @Test("Pictures of another size than the granted arrive, and nothing is interrupted")
    func wrongSize() throws {
        let rig = try SimulatedRig("size=96x54@1-2")
        rig.run(until: 3000)
        let sizes = rig.probe.pictures.all.map(\.size)
        #expect(sizes.count == 91)
        // The first of each was drawn before.
        #expect(sizes[2..<30].allSatisfy { $0 == SimulatedRig.size })
        #expect(sizes[31..<60].allSatisfy { $0 == PictureSize(width: 96, height: 54) })
        #expect(sizes[61...].allSatisfy { $0 == SimulatedRig.size })
        #expect(rig.told.isEmpty && rig.camera.grantedFormat?.video?.size == SimulatedRig.size)
    }

    @Test("Damaged pictures are counted one by one, and interrupt nothing, however long: the camera is alive")
    func corrupt() throws {
        let rig = try SimulatedRig("corrupt@1-9")
        rig.run(until: 10_000)
        #expect(rig.ledgers.pictures[.corrupt] == 240)
        #expect(rig.pictures.count == 61 && rig.probe.longestPictureGap == 8033)
        #expect(rig.told.isEmpty)
    }

    @Test(
        "The microphone comes back likewise, and the pictures go on",
        arguments: [
            ("mic:unplug@1-3", 1000), ("mic:freeze@1-4", 3000),
        ] as [(String, Int64)])
    func microphone(script: String, lost: Int64) throws {
        let rig = try SimulatedRig(script)
        rig.run(until: 7000)
        #expect(rig.told == ["audio lost", "audio back"])
        #expect(abs(try #require(rig.time(of: "audio lost")) - lost) <= 10)
        #expect(rig.probe.longestPictureGap == 33)
        let end: Int64 = lost == 1000 ? 3000 : 4000
        #expect(!rig.blocks.contains { (1000..<end).contains($0) })
        #expect(try #require(rig.blocks.first { $0 >= 1000 }) < end + 600)
        #expect(rig.blocks.last == 6990 && !rig.session.isInterrupted)
    }

    @Test(
        "What a script has from 0 on stops the first opening, until its end",
        arguments: [("deny@0", "denied"), ("busy@0", "busy"), ("unplug@0", "missing")])
    func fromTheStart(entry: String, word: String) throws {
        let runner = StepRunner(start: CaptureRig.epoch)
        let backend = SimulatedBackend(clock: runner.clock)
        func opening(_ device: CaptureDevice) -> String {
            do throws(CaptureError) {
                _ = try CaptureDeviceInput(device: device)
                return "open"
            } catch { return error.kind.rawValue }
        }
        for unit in [backend.frontCamera, backend.backCamera] {
            let device = CaptureDevice(unit)
            unit.faultScript = try SimulatedFaultScript(parsing: "\(entry), \(entry)-1")
            #expect(opening(device) == word)
            unit.faultScript = try SimulatedFaultScript(parsing: "\(entry)-1")
            #expect(opening(device) == word)
        }
        #expect(opening(CaptureDevice(backend.microphone)) == "open")
        backend.microphone.faultScript = try SimulatedFaultScript(parsing: "mic:\(entry)-2")
        #expect(opening(CaptureDevice(backend.microphone)) == word)
        runner.run(until: CaptureRig.time(1100))
        #expect(opening(CaptureDevice(backend.frontCamera)) == "open")
        #expect(opening(CaptureDevice(backend.microphone)) == word)
        // What starts later counts from the first source on.
        backend.frontCamera.faultScript = try SimulatedFaultScript(parsing: "\(entry)-0.5, unplug@1")
        runner.run(until: CaptureRig.time(5000))
        let session = CaptureSession(runner: runner)
        try session.addInput(CaptureDeviceInput(device: CaptureDevice(backend.frontCamera)))
        session.startRunning()
        // What was over does not come again.
        runner.run(until: CaptureRig.time(5900))
        #expect(!session.isInterrupted && backend.frontCamera.isConnected)
        #expect(backend.frontCamera.authorization.isAuthorized)
        runner.run(until: CaptureRig.time(6100))
        #expect(session.isInterrupted && !backend.frontCamera.isConnected)
    }
}
