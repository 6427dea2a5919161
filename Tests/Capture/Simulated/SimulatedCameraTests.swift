import OnAirCapture
import OnAirMedia
import OnAirTestKit
import Testing

@Suite("SimulatedCamera")
struct SimulatedCameraTests {
    private static let small = PictureSize(width: 64, height: 36)

    private func camera(
        _ size: PictureSize = small, _ rate: FrameRate = FrameRate(30), _ pixels: PixelFormat = .i420
    ) throws -> SimulatedCamera {
        try SimulatedCamera(.init(size: size, frameRate: rate, pixels: pixels))
    }

    private func firstPictures(_ count: Int64, _ size: PictureSize, _ pixels: PixelFormat) throws -> [[UInt8]] {
        let rate = FrameRate(30)
        return CaptureRun().run(try camera(size, rate, pixels), until: rate.time(ofFrame: count - 1)) { picture, _ in
            rawBytes(picture)
        }
    }

    @Test("Frames 0 to n come without a hole, each at its exact time", arguments: FlashScheduleTests.rates)
    func everyFrame(rate: FrameRate) throws {
        let (run, seconds) = (CaptureRun(), Int64(20))
        let arrivals = run.run(try camera(Self.small, rate), until: MediaTime(value: seconds, timescale: 1)) {
            (picture: $0.captureTime, sequence: $0.sequence, reading: BurntInReader.read($0), now: $1)
        }
        let (top, bottom) = (rate.framesPerSecond.denominator, rate.framesPerSecond.numerator)
        #expect(arrivals.count == Int(seconds * bottom / top + 1))
        for (frame, arrival) in zip(Int64(0)..., arrivals) {
            // frame / rate seconds, in whole nanoseconds, by integers.
            let exact = (2 * frame * top * 1_000_000_000 + bottom) / (2 * bottom)
            #expect(arrival.picture == CaptureRun.epoch.advanced(byNanoseconds: exact))
            #expect(arrival.now == arrival.picture)
            #expect(arrival.sequence == frame)
            let expected = BurntInReading(
                frameNumber: UInt32(frame), timeCode: UInt32(frame * top * 1000 / bottom),
                isFlash: FlashSchedule(frameRate: rate).isFlash(frame: frame))
            #expect(arrival.reading == expected)
        }
        #expect(DropLedger.Reason.allCases.allSatisfy { run.ledger[$0] == 0 })
    }

    @Test(
        "Every size and pixel format can be read back",
        arguments: ["64x36", "65x37", "160x90", "320x180", "426x240", "641x361", "1280x720", "720x1280", "1920x1080"],
        [PixelFormat.i420, .nv12, .yuyv])
    func readable(size: String, pixels: PixelFormat) throws {
        let size = try #require(PictureSize(size))
        let pictures = CaptureRun().run(
            try camera(size, FrameRate(4), pixels), until: MediaTime(value: 2, timescale: 1)
        ) { picture, _ in (format: picture.format, reading: BurntInReader.read(picture)) }
        let format = PictureFormat(size: size, pixels: pixels, color: .stream(for: size))
        #expect(pictures.allSatisfy { $0.format == format })
        let expected = (0...UInt32(8)).map {
            BurntInReading(frameNumber: $0, timeCode: $0 * 250, isFlash: $0 > 0 && $0 % 4 == 0)
        }
        #expect(pictures.map(\.reading) == expected)
    }

    @Test("Two runs give the same bytes", arguments: [PixelFormat.i420, .nv12, .yuyv])
    func deterministic(pixels: PixelFormat) throws {
        let size = PictureSize(width: 320, height: 180)
        #expect(try firstPictures(70, size, pixels) == firstPictures(70, size, pixels))
    }

    @Test("The pixel formats hold the same picture")
    func samePicture() throws {
        let size = PictureSize(width: 320, height: 180)
        let planar = try firstPictures(1, size, .i420)[0]
        let semi = try firstPictures(1, size, .nv12)[0]
        let packed = try firstPictures(1, size, .yuyv)[0]
        let area = size.width * size.height
        #expect(semi[..<area] == planar[..<area])
        #expect((0..<area).allSatisfy { packed[2 * $0] == planar[$0] })
        #expect((0..<area / 4).allSatisfy { semi[area + 2 * $0] == planar[area + $0] })
        #expect((0..<area / 4).allSatisfy { semi[area + 2 * $0 + 1] == planar[area * 5 / 4 + $0] })
    }

    @Test("Every frame is a new picture, within limited range")
    func moves() throws {
        let pictures = try firstPictures(40, PictureSize(width: 160, height: 90), .i420)
        #expect(Set(pictures).count == 40)
        #expect(pictures.allSatisfy { $0.allSatisfy { (16...240).contains($0) } })
    }

    @Test("A step late by whole frames hands over the newest due frame, counts the others and never bursts")
    func late() throws {
        let (camera, slot, ledger) = (try camera(), LatestSlot<Picture>(), DropLedger())
        let stop = StopRequest(signal: StepRunner().makeSignal())
        camera.start(into: slot, ledger: ledger, stop: stop, at: CaptureRun.epoch)
        func due(_ frame: Int64) -> HostTime { CaptureRun.epoch.advanced(by: FrameRate(30).time(ofFrame: frame)) }
        #expect(camera.step(now: due(0)) == .event(until: due(1)))
        #expect(slot.take()?.sequence == 0)
        // Frames 1 to 4 are missed; it is half way between 5 and 6.
        #expect(camera.step(now: due(5).advanced(byMilliseconds: 16)) == .event(until: due(6)))
        let picture = try #require(slot.take())
        #expect(picture.sequence == 5)
        #expect(picture.captureTime == due(5))
        #expect(BurntInReader.read(picture)?.frameNumber == 5)
        #expect(ledger[.late] == 4)
        // A step too early gives nothing; the next frame comes as if nothing had been.
        #expect(camera.step(now: due(6).advanced(byNanoseconds: -1)) == .event(until: due(6)))
        #expect(slot.take() == nil)
        #expect(camera.step(now: due(6)) == .event(until: due(7)))
        #expect(slot.take()?.sequence == 6)
        #expect(ledger[.late] == 4)
    }

    @Test("Started late, it begins with the first frame at or after the start; started early, with frame 0")
    func startTime() throws {
        for (start, first) in [(1_000_000_001, 31), (1_000_000_000, 30), (-500_000_000, 0)] as [(Int64, Int64)] {
            let run = CaptureRun()
            let frames = run.run(try camera(), from: start, until: MediaTime(value: 2, timescale: 1)) { picture, _ in
                picture.sequence
            }
            #expect(frames == Array(first...60))
            #expect(run.ledger[.late] == 0)
        }
    }

    @Test("A picture nobody took counts as late; with every picture held, frames are lost and counted, then it goes on")
    func losses() throws {
        let (camera, slot, ledger) = (try camera(), LatestSlot<Picture>(), DropLedger())
        let stop = StopRequest(signal: StepRunner().makeSignal())
        camera.start(into: slot, ledger: ledger, stop: stop, at: CaptureRun.epoch)
        func step(_ frame: Int64) {
            _ = camera.step(now: CaptureRun.epoch.advanced(by: FrameRate(30).time(ofFrame: frame)))
        }
        step(0)
        step(1)
        #expect(ledger[.late] == 1)
        var held: [Picture] = []
        for frame in 2..<Int64(30) {
            step(frame)
            if let picture = slot.take() { held.append(picture) }
        }
        #expect(ledger[.poolEmpty] == 28 - Int64(held.count))
        #expect(ledger[.poolEmpty] > 0)
        held = []
        step(30)
        #expect(slot.take()?.sequence == 30)
    }

    @Test("Asked to stop, it closes its slot and ends")
    func stops() throws {
        let runner = StepRunner()
        let (signal, slot) = (runner.makeSignal(), LatestSlot<Picture>())
        let stop = StopRequest(signal: signal)
        let camera = try camera()
        camera.start(into: slot, ledger: DropLedger(), stop: stop, at: HostTime(nanoseconds: 0))
        let handle = runner.add(camera, signal: signal)
        runner.run(until: HostTime(nanoseconds: 1_000_000_000))
        #expect(!handle.isFinished)
        stop.request()
        #expect(runner.runUntilFinished(limit: HostTime(nanoseconds: 1_000_000_001)))
        _ = slot.take()
        #expect(slot.isFinished)
    }

    @Test("What it cannot give is refused with advice")
    func refuses() {
        for configuration in [
            SimulatedCamera.Configuration(size: PictureSize(width: 62, height: 36)),
            SimulatedCamera.Configuration(size: PictureSize(width: 64, height: 9000)),
            SimulatedCamera.Configuration(frameRate: FrameRate(1, 2)),
            SimulatedCamera.Configuration(pixels: .bgra),
        ] {
            let error = #expect(throws: CaptureError.self) { try SimulatedCamera(configuration) }
            #expect(error?.kind == .unusable)
            #expect(error?.advice?.isEmpty == false)
        }
    }
}
