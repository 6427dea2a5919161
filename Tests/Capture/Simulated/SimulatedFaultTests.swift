import OnAirCapture
import OnAirMedia
import OnAirTestKit
import Testing

/// Drives one source by hand on a virtual clock.
private final class Pump {
    static let epoch = CaptureRun.epoch
    let slot = LatestSlot<Picture>()
    let ledger = DropLedger()
    let stop = StopRequest(signal: StepRunner().makeSignal())
    var source: (any CameraSource)?

    init(_ unit: SimulatedCameraUnit, size: PictureSize = PictureSize(width: 64, height: 36), rate: Int64 = 30) throws {
        let source = try unit.open(CameraRequest(size: size, frameRate: FrameRate(rate), pixels: .i420))
        source.start(into: slot, ledger: ledger, stop: stop, at: Self.epoch)
        self.source = source
    }

    static func time(_ milliseconds: Int64) -> HostTime { epoch.advanced(byMilliseconds: milliseconds) }

    /// What is remembered of a picture: the pictures themselves go back to their pool.
    struct Note {
        let sequence: Int64
        let captureTime: HostTime
        let size: PictureSize
        let reading: BurntInReading?
    }

    /// Steps at every frame of `range` milliseconds; what came.
    @discardableResult
    func run(_ range: Range<Int64>, rate: Int64 = 30) -> [Note] {
        var pictures: [Note] = []
        for frame in (range.lowerBound * rate + 999) / 1000..<(range.upperBound * rate + 999) / 1000 {
            guard let source else { break }
            if source.step(now: Self.epoch.advanced(by: FrameRate(rate).time(ofFrame: frame))) == .finished { break }
            if let picture = slot.take() {
                pictures.append(
                    Note(
                        sequence: picture.sequence, captureTime: picture.captureTime, size: picture.format.size,
                        reading: BurntInReader.read(picture)))
            }
        }
        return pictures
    }
}

@Suite("Faults of the simulated devices")
struct SimulatedFaultTests {
    private func opening(_ unit: SimulatedCameraUnit) -> CaptureError? {
        do throws(CaptureError) {
            _ = try unit.open(CameraRequest(size: PictureSize(width: 64, height: 36), frameRate: FrameRate(30)))
            return nil
        } catch {
            return error
        }
    }

    @Test("Unplugged, what runs ends as lost, opening says missing, watchers are told; plugged in again it opens")
    func unplug() throws {
        let backend = SimulatedBackend()
        let told = Lock(0)
        let watch = backend.watch { told.withLock { $0 += 1 } }
        let pump = try Pump(backend.backCamera)
        #expect(pump.run(0..<200).count == 6)
        backend.backCamera.fault = .unplug
        #expect(told.withLock { $0 } == 1)
        #expect(!backend.backCamera.isConnected)
        #expect(backend.cameras().map(\.uniqueID) == ["simulated:front"])
        #expect(pump.run(200..<400).isEmpty)
        #expect(pump.source?.end.error?.kind == .lost)
        #expect(pump.slot.isFinished)
        #expect(opening(backend.backCamera)?.kind == .missing)
        #expect(throws: CaptureError.self) { try backend.backCamera.apply(CameraSettings()) }
        backend.backCamera.fault = nil
        #expect(told.withLock { $0 } == 2)
        #expect(opening(backend.backCamera) == nil)
        #expect(backend.cameras().count == 2)
        withExtendedLifetime(watch) {}
    }

    @Test("Nobody is told any more who has let go of the watch")
    func unwatched() {
        let backend = SimulatedBackend()
        let told = Lock(0)
        var watch = backend.watch { told.withLock { $0 += 1 } }
        withExtendedLifetime(watch) {}
        watch = nil
        backend.frontCamera.fault = .unplug
        #expect(told.withLock { $0 } == 0)
    }

    @Test("One holder at a time, until the source ends or is let go")
    func busy() throws {
        let unit = SimulatedBackend().frontCamera
        var pump: Pump? = try Pump(unit)
        #expect(opening(unit)?.kind == .busy)
        pump?.stop.request()
        pump?.run(0..<100)
        #expect(opening(unit) == nil)
        pump = try Pump(unit)
        #expect(opening(unit)?.kind == .busy)
        pump = nil
        #expect(opening(unit) == nil)
        unit.fault = .busy
        #expect(opening(unit)?.kind == .busy)
        #expect(opening(unit)?.advice != nil)
    }

    @Test("Denied, opening says so with advice, and the device's authorization too; what runs goes on")
    func deny() throws {
        let unit = SimulatedBackend().frontCamera
        let pump = try Pump(unit)
        unit.fault = .deny
        #expect(pump.run(0..<200).count == 6)
        guard case .denied(let error) = unit.authorization else {
            Issue.record("it is denied")
            return
        }
        #expect(error.kind == .denied && error.advice != nil)
        #expect(opening(unit)?.kind == .denied)
        unit.fault = nil
        #expect(unit.authorization.isAuthorized)
    }

    @Test("Frozen it gives nothing, without ending, and its patience is 2 s; thawed it goes on on the grid")
    func freeze() throws {
        let unit = SimulatedBackend().frontCamera
        let pump = try Pump(unit)
        pump.run(0..<100)
        unit.fault = .freeze
        #expect(pump.run(100..<3000).isEmpty)
        #expect(pump.source?.end.error == nil && !pump.slot.isFinished)
        #expect(pump.source?.patience == MediaTime(value: 2, timescale: 1))
        unit.fault = nil
        let after = pump.run(3000..<3100)
        #expect(after.map(\.sequence) == [90, 91, 92])
        #expect(after.first?.captureTime == Pump.time(3000))
        #expect(DropLedger.Reason.allCases.allSatisfy { pump.ledger[$0] == 0 })
    }

    @Test(
        "With another rate it really gives that rate, on the grid of the granted one",
        arguments: [
            (FrameRate(15), 15), (FrameRate(20), 20), (FrameRate(7), 7), (FrameRate(15000, 1001), 15),
            (FrameRate(60), 30),
        ])
    func changeRate(rate: FrameRate, expected: Int) throws {
        let unit = SimulatedBackend().frontCamera
        let pump = try Pump(unit)
        pump.run(0..<1000)
        unit.fault = .changeRate(rate)
        let pictures = pump.run(1000..<11000)
        #expect(abs(pictures.count - expected * 10) <= 1)
        #expect(pump.source?.frameRate == FrameRate(30))
        for picture in pictures {
            #expect(picture.captureTime == Pump.epoch.advanced(by: FrameRate(30).time(ofFrame: picture.sequence)))
            #expect(picture.reading?.frameNumber == UInt32(picture.sequence))
        }
        #expect(pump.ledger[.late] == 0)
        unit.fault = nil
        #expect(pump.run(11000..<12000).count == 30)
    }

    @Test("Pictures of another size say so themselves, can be read, and end with the fault")
    func wrongSize() throws {
        let unit = SimulatedBackend().backCamera
        let pump = try Pump(unit)
        #expect(pump.run(0..<100).count == 3)
        unit.fault = .wrongSize(PictureSize(width: 96, height: 54))
        let wrong = pump.run(100..<300)
        // One was drawn before.
        #expect(wrong.dropFirst().allSatisfy { $0.size == PictureSize(width: 96, height: 54) })
        #expect(wrong.map { $0.reading?.frameNumber } == (3..<9).map { UInt32($0) })
        #expect(pump.source?.format.size == PictureSize(width: 64, height: 36))
        unit.fault = nil
        #expect(pump.run(300..<500).dropFirst().allSatisfy { $0.size == PictureSize(width: 64, height: 36) })
        unit.fault = .wrongSize(PictureSize(width: 1, height: 1_000_000_000))
        #expect(pump.run(500..<510).count == 1)
    }

    @Test("Corrupt pictures are skipped and counted")
    func corrupt() throws {
        let unit = SimulatedBackend().backCamera
        let pump = try Pump(unit)
        pump.run(0..<100)
        unit.fault = .corrupt
        #expect(pump.run(100..<1100).isEmpty)
        #expect(pump.ledger[.corrupt] == 30)
        unit.fault = nil
        #expect(pump.run(1100..<1200).count == 3)
    }

    @Test(
        "A script plays by the frames' clock: unplugged from its start, back at its end, while another device runs on")
    func script() throws {
        let clock = VirtualClock(start: CaptureRun.epoch)
        let backend = SimulatedBackend(clock: clock)
        backend.play(try SimulatedFaultScript(parsing: "front:unplug@1-2, back:freeze@0.5-1.5,mic:unplug@7"))
        let (front, back) = (try Pump(backend.frontCamera), try Pump(backend.backCamera))
        #expect(front.run(0..<2000).count == 30)
        #expect(front.source?.end.error?.kind == .lost)
        front.source = nil
        #expect(back.run(0..<1000).count == 15)
        // The back camera says that a second has passed.
        #expect(opening(backend.frontCamera)?.kind == .missing)
        #expect(back.run(1000..<1999).count == 15)
        #expect(opening(backend.frontCamera)?.kind == .missing)
        back.run(1999..<2100)
        #expect(opening(backend.frontCamera) == nil)
        #expect(backend.microphone.isConnected)
        // With nobody running the clock says it.
        back.source = nil
        clock.advance(to: Pump.time(7000))
        #expect(!backend.microphone.isConnected)
    }

    @Test(
        "Scripts are read as written",
        arguments: [
            ("unplug@5-8", .camera, .unplug, .milliseconds(5000), .milliseconds(8000)),
            ("mic:freeze@0.25", .microphone, .freeze, .milliseconds(250), nil),
            ("front:rate=15@1-2.5", .front, .changeRate(FrameRate(15)), .milliseconds(1000), .milliseconds(2500)),
            ("back:rate=30000/1001@1", .back, .changeRate(FrameRate(30000, 1001)), .milliseconds(1000), nil),
            (
                "camera:size=320x180@0-1", .camera, .wrongSize(PictureSize(width: 320, height: 180)), .zero,
                .milliseconds(1000)
            ),
            ("corrupt@3", .camera, .corrupt, .milliseconds(3000), nil),
        ] as [(String, SimulatedFaultScript.Target, SimulatedFault, MediaTime, MediaTime?)])
    func parsing(
        text: String, target: SimulatedFaultScript.Target, fault: SimulatedFault, start: MediaTime, end: MediaTime?
    ) throws {
        let script = try SimulatedFaultScript(parsing: text)
        #expect(script.entries == [.init(fault, on: target, from: start, to: end)])
    }

    @Test(
        "What is no script is refused, quoted, with an example",
        arguments: [
            "", "unplug", "unplug@", "unplug@x", "unplug@5-", "unplug@5-5", "unplug@5-4", "unplug@1-2-3", "jump@1",
            "side:unplug@1", "rate=0@1", "rate=241@1", "rate=1/2@1", "size=63x36@1", "size=3844x2160@1", "rate=@1",
            "rate=1/0@1", "size=0x0@1", "size=@1", "mic:corrupt@1", "unplug@-1",
            "unplug@99999999999999999999", "unplug@1.", "unplug@1.0000000000001", "unplug@1,", "@1", ":", "ünplug@1",
        ])
    func badScripts(text: String) {
        let error = #expect(throws: CaptureError.self) { try SimulatedFaultScript(parsing: text) }
        #expect(error?.kind == .refused)
        #expect(error?.advice?.contains("unplug@5-8") == true)
    }

    @Test("A rate or size out of range is told with its range, and the ends of the range are in it")
    func ranges() throws {
        for text in ["rate=x@1", "rate=0@1", "rate=241@1", "size=9x9@1", "size=big@1"] {
            let error = #expect(throws: CaptureError.self) { try SimulatedFaultScript(parsing: text) }
            #expect(error?.message.contains(text.hasPrefix("rate") ? "1 to 240" : "64x36 to 3840x2160") == true)
        }
        for text in ["rate=1@1", "rate=240@1", "size=64x36@1", "size=3840x2160@1"] {
            #expect(try SimulatedFaultScript(parsing: text).entries.count == 1)
        }
    }

    @Test("The microphone fails likewise")
    func microphone() throws {
        let unit = SimulatedBackend().microphone
        func opening() -> CaptureError? {
            do throws(CaptureError) {
                _ = try unit.open(MicrophoneRequest())
                return nil
            } catch { return error }
        }
        let queue = BoundedQueue<SoundBlock>(capacity: 400)
        let source = try unit.open(MicrophoneRequest())
        #expect(source.patience == MediaTime(value: 2, timescale: 1))
        #expect(opening()?.kind == .busy)
        source.start(
            into: queue, ledger: DropLedger(), stop: StopRequest(signal: StepRunner().makeSignal()), at: Pump.epoch)
        _ = source.step(now: Pump.time(0))
        _ = source.step(now: Pump.time(100))
        #expect(queue.count == 10)
        unit.fault = .freeze
        _ = source.step(now: Pump.time(200))
        #expect(queue.count == 10)
        unit.fault = .corrupt
        _ = source.step(now: Pump.time(300))
        #expect(queue.count == 20)
        for _ in 0..<11 { _ = queue.pop() }
        #expect(queue.pop()?.captureTime == Pump.time(210))
        unit.fault = .unplug
        #expect(source.step(now: Pump.time(400)) == .finished)
        #expect(source.end.error?.kind == .lost)
        #expect(opening()?.kind == .missing)
        for (fault, kind) in [(SimulatedFault.deny, CaptureError.Kind.denied), (.busy, .busy)] {
            unit.fault = fault
            #expect(opening()?.kind == kind)
        }
        unit.fault = nil
        #expect(opening() == nil)
    }

    @Test("Settings act on a running camera: the lens moves while it focuses, and the picture with it")
    func live() async throws {
        let backend = SimulatedBackend()
        let device = CaptureDevice(backend.backCamera)
        #expect(device.hasTorch && device.isFocusPointOfInterestSupported)
        #expect(!CaptureDevice(backend.frontCamera).hasTorch)
        #expect(!CaptureDevice(backend.frontCamera).isFocusPointOfInterestSupported)
        let pump = try Pump(backend.backCamera, size: PictureSize(width: 320, height: 180))
        let before = pump.run(0..<1000)
        let point = SensorPoint(x: 0.05, y: 0.25)
        try await device.configure { ($0.focusPointOfInterest, $0.focusMode) = (point, .autoFocus) }
        pump.run(1000..<1200)
        let moving = device.settings
        #expect(moving.focusMode == .autoFocus && moving.lensPosition != 0.45)
        let after = pump.run(1200..<2200)
        #expect(device.settings.focusMode == .locked)
        #expect(device.settings.lensPosition == StudioMeter.back.depth(at: point))
        #expect(before.count == 30 && after.count == 30)
        try await device.configure { $0.videoZoomFactor = 4 }
        #expect(device.fieldOfView == SensorRect(zoom: 4))
        for (front, change) in [(5.0, CameraControl.videoZoomFactor)] {
            let error = await #expect(throws: CaptureError.self) {
                try await device.configure { $0.videoZoomFactor = front }
            }
            #expect(error?.control == change)
        }
        #expect(device.settings.videoZoomFactor == 4)
    }
}
