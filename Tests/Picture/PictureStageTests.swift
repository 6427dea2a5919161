import Dispatch
import OnAirMedia
import OnAirPicture
import Testing

struct PictureStageTests {
    static let tiny = PictureSize(width: 16, height: 16)

    /// What is left of a stage that was given to a runner.
    struct Parts {
        var statistics: PictureStatistics
        var pictureDelay: PictureDelay
        var ledger: DropLedger
    }

    /// What a virtual broadcast showed.
    struct Shown: Equatable {
        var sequence: Int64
        var gridIndex: Int64
        var isRepeat: Bool
    }

    /// Runs a camera through a picture stage on the virtual clock, to its end.
    private func run(
        rate: FrameRate, initial: PictureControls.Values = PictureControls.Values(streamSize: tiny),
        times: @escaping @Sendable (Int64) -> HostTime?,
        note: @escaping @Sendable (ProgramPicture, PictureControls) -> Void
    ) -> (stage: Parts, camera: DropLedger, output: DropLedger) {
        let runner = StepRunner()
        let (signal, viewerSignal) = (runner.makeSignal(), runner.makeSignal())
        let slot = LatestSlot<Picture>(consumer: signal)
        let tap = Tap<ProgramPicture>()
        let queue = BoundedQueue<ProgramPicture>(capacity: 3, consumer: viewerSignal)
        let (camera, output) = (DropLedger(), DropLedger())
        tap.attach(queue, ledger: output, reason: .skipped)
        let pictures = FlatPictures()
        let stage = PictureStage(
            settings: PictureStage.Settings(initial, rate: rate), input: slot, output: tap,
            epoch: HostTime(nanoseconds: 0), clock: runner.clock)
        let source = ScriptedCamera(into: slot, ledger: camera, times: times) { number in
            times(number).flatMap { pictures.make(number, capturedAt: $0, luma: UInt8(30 + number % 200), left: 20) }
        }
        let parts = (stage.controls, stage.meter, stage.pictureDelay, stage.ledger)
        runner.add(source, signal: runner.makeSignal())
        runner.add(stage, signal: signal)
        runner.add(Viewer(queue) { note($0, parts.0) }, signal: viewerSignal)
        #expect(runner.runUntilFinished(limit: HostTime(nanoseconds: 1 << 60)))
        return (Parts(statistics: parts.1.snapshot, pictureDelay: parts.2, ledger: parts.3), camera, output)
    }

    @Test(
        "On the virtual clock every picture of a camera at the grid's rate comes out exactly once",
        arguments: [
            FrameRate(24), FrameRate(25), FrameRate(30), FrameRate(30000, 1001), FrameRate(60), FrameRate(15),
        ], [0, 9_876_543, 33_333_333])
    func everyPictureOnce(rate: FrameRate, start: Int64) {
        let count: Int64 = rate == FrameRate(30) && start == 0 ? 3600 * 30 : 2_000
        let seen = Lock((expected: Int64(0), firstIndex: Int64(-1), isRight: true))
        let (stage, camera, output) = run(
            rate: rate,
            times: { $0 < count ? HostTime(nanoseconds: start).advanced(by: rate.time(ofFrame: $0)) : nil },
            note: { picture, _ in
                seen.withLock { seen in
                    if seen.firstIndex < 0 { seen.firstIndex = picture.gridIndex }
                    let isNext =
                        picture.picture.sequence == seen.expected && !picture.isRepeat
                        && picture.gridIndex == seen.firstIndex + seen.expected
                        && picture.time == rate.time(ofFrame: picture.gridIndex)
                    seen.isRight = seen.isRight && isNext
                    seen.expected += 1
                }
            })
        let (expected, firstIndex, isRight) = seen.withLock { $0 }
        let statistics = stage.statistics
        #expect(isRight && expected == count)
        #expect(statistics.programPictures == count && statistics.repeats == 0 && statistics.lagged == 0)
        #expect(camera[.late] == 0 && output[.skipped] == 0)
        #expect(DropLedger.Reason.allCases.allSatisfy { stage.ledger[$0] == 0 })
        #expect(statistics.lastCaptureToProgram == 0 && statistics.averageCaptureToProgram == 0)
        #expect(abs(statistics.capturedRate - rate.framesPerSecond.doubleValue) < 0.001)
        let delay = stage.pictureDelay.value?.nanoseconds
        #expect(delay == rate.time(ofFrame: firstIndex).nanoseconds - start)
    }

    @Test("Two runs show the same")
    func deterministic() {
        func once() -> [Shown] {
            let shown = Lock<[Shown]>([])
            _ = run(
                rate: FrameRate(30),
                times: {
                    $0 < 500 ? HostTime(nanoseconds: $0 * 34_567_891 % 17_000_000_000 / 3 + $0 * 20_000_000) : nil
                },
                note: { picture, _ in
                    let one = Shown(
                        sequence: picture.picture.sequence, gridIndex: picture.gridIndex, isRepeat: picture.isRepeat)
                    shown.withLock { $0.append(one) }
                })
            return shown.withLock { $0 }
        }
        #expect(once() == once())
    }

    @Test("A camera of half the rate is shown twice, without another conversion: the very same picture")
    func repeatsShareThePicture() {
        let seen = Lock<(last: Picture?, repeats: Int, same: Int)>((nil, 0, 0))
        let (stage, camera, _) = run(
            rate: FrameRate(30), times: { $0 < 100 ? HostTime(nanoseconds: $0 * 66_666_667) : nil },
            note: { picture, _ in
                seen.withLock { seen in
                    if picture.isRepeat, let last = seen.last {
                        let isSame = picture.picture.withPlane(0) { $0.base } == last.withPlane(0) { $0.base }
                        seen.repeats += 1
                        seen.same += isSame && picture.picture.sequence == last.sequence ? 1 : 0
                    }
                    seen.last = picture.picture
                }
            })
        let (_, repeats, same) = seen.withLock { $0 }
        #expect(repeats == 99 && same == 99)
        #expect(stage.statistics.repeats == 99 && stage.statistics.programPictures == 199)
        #expect(camera[.late] == 0)
    }

    @Test("Of a camera of twice the rate every second picture is displaced, and counted at the camera")
    func displacedAtTheCamera() {
        let (stage, camera, _) = run(
            rate: FrameRate(30), times: { $0 < 201 ? HostTime(nanoseconds: $0 * 16_666_667) : nil }, note: { _, _ in })
        #expect(stage.statistics.programPictures == 101 && stage.statistics.repeats == 0)
        #expect(camera[.late] == 100)
        #expect(abs(stage.statistics.capturedRate - 60) < 0.01)
    }

    @Test("Mirroring set while live lands on the next picture and on all of it")
    func mirrorLive() {
        let lefts = Lock<[UInt8]>([])
        _ = run(
            rate: FrameRate(30), times: { $0 < 10 ? HostTime(nanoseconds: $0 * 33_333_333) : nil },
            note: { picture, controls in
                let row = picture.picture.withPlane(0) { plane in (plane.base[0], plane.base[15]) }
                lefts.withLock { $0.append(row.0 == 20 ? 0 : 1) }
                #expect((row.0 == 20) != (row.1 == 20))
                if picture.picture.sequence == 4 { controls.set { $0.isStreamMirrored = true } }
                if picture.picture.sequence == 7 {
                    controls.set {
                        $0 = PictureControls.Values(streamSize: Self.tiny, orientation: .down, isStreamMirrored: true)
                    }
                }
            })
        #expect(lefts.withLock { $0 } == [0, 0, 0, 0, 0, 1, 1, 1, 0, 0])
    }

    @Test("A pool that is empty drops the newest picture, counts it and shows the previous one")
    func poolEmpty() {
        let slot = LatestSlot<Picture>()
        let tap = Tap<ProgramPicture>()
        let kept = BoundedQueue<ProgramPicture>(capacity: 100)
        tap.attach(kept, ledger: DropLedger(), reason: .skipped)
        let clock = VirtualClock()
        let stage = PictureStage(
            settings: PictureStage.Settings(.init(streamSize: Self.tiny), rate: FrameRate(10), poolCapacity: 3),
            input: slot,
            output: tap, epoch: HostTime(nanoseconds: 0), clock: clock)
        let pictures = FlatPictures()
        for number: Int64 in 0..<5 {
            let now = HostTime(nanoseconds: number * 100_000_000)
            clock.advance(to: now)
            guard let picture = pictures.make(number, capturedAt: now) else { break }
            #expect(slot.replace(picture) == nil)
            #expect(stage.step(now: now) == .again)
            #expect(stage.step(now: now) == .event(until: now.advanced(byMilliseconds: 150)))
        }
        #expect(
            stage.meter.snapshot.poolEmpty == 2 && stage.ledger[.poolEmpty] == 2
                && stage.meter.snapshot.repeats == 2)
        var shown: [Shown] = []
        while let next = kept.pop() {
            shown.append(
                Shown(sequence: next.picture.sequence, gridIndex: next.gridIndex, isRepeat: next.isRepeat))
        }
        #expect(shown.map(\.sequence) == [0, 1, 2, 2, 2])
        #expect(shown.map(\.gridIndex) == [0, 1, 2, 3, 4])
        #expect(shown.map(\.isRepeat) == [false, false, false, true, true])
    }

    @Test("Grid points passed while the stage was not called are lagged, counted, and get no picture")
    func lagged() {
        let slot = LatestSlot<Picture>()
        let tap = Tap<ProgramPicture>()
        let queue = BoundedQueue<ProgramPicture>(capacity: 100)
        tap.attach(queue, ledger: DropLedger(), reason: .skipped)
        let stage = PictureStage(
            settings: PictureStage.Settings(.init(streamSize: Self.tiny), rate: FrameRate(10)), input: slot,
            output: tap,
            epoch: HostTime(nanoseconds: 0), clock: VirtualClock())
        let pictures = FlatPictures()
        func put(_ number: Int64) {
            let time = HostTime(nanoseconds: number * 100_000_000)
            if let picture = pictures.make(number, capturedAt: time) { _ = slot.replace(picture) }
        }
        func step(_ milliseconds: Int64) {
            while stage.step(now: HostTime(nanoseconds: milliseconds * 1_000_000)) == .again {}
        }
        put(0)
        step(0)
        for number: Int64 in 1...20 { put(number) }
        step(2_010)
        put(21)
        step(2_100)
        var grid: [Int64] = []
        while let next = queue.pop() { grid.append(next.gridIndex) }
        // At 2010 ms tick 19 has just passed and is filled; picture 20 serves its own tick.
        #expect(grid == [0, 19, 20, 21])
        #expect(stage.meter.snapshot.lagged == 18 && stage.ledger[.lagged] == 18)
    }

    @Test("A crop outside the camera's picture is counted and said, not trapped on")
    func badCrop() {
        let slot = LatestSlot<Picture>()
        let stage = PictureStage(
            settings: PictureStage.Settings(
                .init(streamSize: Self.tiny), rate: FrameRate(10), crop: PictureRect(x: 500, y: 0, width: 8, height: 8)),
            input: slot, output: Tap(), epoch: HostTime(nanoseconds: 0), clock: VirtualClock())
        _ = FlatPictures().make(0, capturedAt: HostTime(nanoseconds: 0)).map { slot.replace($0) }
        #expect(stage.step(now: HostTime(nanoseconds: 0)) == .again)
        #expect(stage.ledger[.corrupt] == 1 && stage.meter.snapshot.programPictures == 0)
        #expect(stage.meter.snapshot.lastError?.code == "crop-outside-picture")
    }

    @Test("When the camera's slot is closed the last picture is still shown, then everything ends")
    func ends() {
        let slot = LatestSlot<Picture>()
        let tap = Tap<ProgramPicture>()
        let queue = BoundedQueue<ProgramPicture>(capacity: 4)
        tap.attach(queue, ledger: DropLedger(), reason: .skipped)
        let stage = PictureStage(
            settings: PictureStage.Settings(.init(streamSize: Self.tiny), rate: FrameRate(10)), input: slot,
            output: tap,
            epoch: HostTime(nanoseconds: 0), clock: VirtualClock())
        #expect(stage.step(now: HostTime(nanoseconds: 0)) == .wake)
        _ = FlatPictures().make(7, capturedAt: HostTime(nanoseconds: 0)).map { slot.replace($0) }
        slot.close()
        #expect(stage.step(now: HostTime(nanoseconds: 0)) == .again)
        #expect(stage.step(now: HostTime(nanoseconds: 0)) == .finished)
        #expect(queue.pop()?.picture.sequence == 7)
        #expect(queue.isFinished)
    }

    @Test("The stage runs on a thread of its own and wakes for its camera")
    func onAThread() {
        let runner = ThreadRunner()
        let (signal, ended) = (runner.makeSignal(), DispatchSemaphore(value: 0))
        let slot = LatestSlot<Picture>(consumer: signal)
        let tap = Tap<ProgramPicture>()
        let queue = BoundedQueue<ProgramPicture>(capacity: 4)
        tap.attach(queue, ledger: DropLedger(), reason: .skipped)
        let now = runner.clock.now
        let handle = runner.add(
            PictureStage(
                settings: PictureStage.Settings(
                    .init(streamSize: PictureSize(width: 32, height: 16)), rate: FrameRate(30)),
                input: slot, output: tap, epoch: now, clock: runner.clock), signal: signal)
        handle.whenFinished { ended.signal() }
        _ = FlatPictures().make(0, capturedAt: now).map { slot.replace($0) }
        slot.close()
        #expect(ended.wait(timeout: .now() + 10) == .success)
        #expect(queue.pop()?.picture.format.size == PictureSize(width: 32, height: 16))
    }

    @Test(
        "The camera is cut to the program's shape, upright, whatever its shape",
        arguments: [(ImageOrientation.up, 320, 240), (.right, 320, 240), (.left, 640, 480), (.downMirrored, 160, 160)])
    func framing(orientation: ImageOrientation, width: Int, height: Int) {
        let camera = PictureSize(width: width, height: height)
        let size = PictureSize(width: 36, height: 64)
        let slot = LatestSlot<Picture>()
        let tap = Tap<ProgramPicture>()
        let queue = BoundedQueue<ProgramPicture>(capacity: 4)
        tap.attach(queue, ledger: DropLedger(), reason: .skipped)
        let stage = PictureStage(
            settings: PictureStage.Settings(
                .init(streamSize: size, orientation: orientation), rate: FrameRate(10)),
            input: slot, output: tap, epoch: HostTime(nanoseconds: 0), clock: VirtualClock())
        // White inside the part that should be seen, black outside: no black may show.
        let framing = CameraFraming(camera: camera, orientation: orientation, canvas: size, stream: size)
        let part = framing.cameraCrop
        guard
            var picture = PicturePool(format: .working(camera), capacity: 1).take(
                captureTime: HostTime(nanoseconds: 0), sequence: 0)
        else { return }
        picture.withMutablePlane(0) { plane in
            for y in 0..<camera.height {
                for x in 0..<camera.width {
                    let isInside = x >= part.x && x < part.maxX && y >= part.y && y < part.maxY
                    plane.base[y * plane.stride + x] = isInside ? 235 : 16
                }
            }
        }
        _ = slot.replace(picture.freeze())
        #expect(stage.step(now: HostTime(nanoseconds: 0)) == .again)
        let shown = queue.pop()?.picture
        #expect(shown?.format == .working(size))
        shown?.withPlane(0) { plane in
            let values = Set((0..<plane.rows).flatMap { y in (0..<36).map { plane.base[y * plane.stride + $0] } })
            #expect(values == [235])
        }
    }
}
