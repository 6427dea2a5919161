import OnAirMedia
import OnAirPicture
import Testing

struct LiveChangesTests {
    /// What a run with random changes has shown.
    struct Outcome: Equatable {
        var digests: [UInt64] = []
        var grid: [Int64] = []
        var repeats = 0
        var changes = 0
    }

    private func run(seed: UInt64) -> (Outcome, PictureStatistics, WeakTrace, cameraPool: Int) {
        let runner = StepRunner()
        let (signal, viewerSignal) = (runner.makeSignal(), runner.makeSignal())
        let slot = LatestSlot<Picture>(consumer: signal)
        let tap = Tap<ProgramPicture>()
        let queue = BoundedQueue<ProgramPicture>(capacity: 3, consumer: viewerSignal)
        tap.attach(queue, ledger: DropLedger(), reason: .skipped)
        let stage = PictureStage(
            settings: .init(.init(streamSize: LiveChanges.wide), rate: FrameRate(30)), input: slot, output: tap,
            epoch: HostTime(nanoseconds: 0), clock: runner.clock)
        let pictures = FlatPictures(size: PictureSize(width: 40, height: 30), capacity: 8)
        let outcome = Lock(Outcome())
        let trace = WeakTrace()
        let (meter, controls, preview) = (stage.meter, stage.controls, stage.preview)
        let end = HostTime(nanoseconds: 21_000_000_000)
        let changes = LiveChanges(controls, preview: preview, seed: seed, end: end) { event in
            switch event {
            case .changed: outcome.withLock { $0.changes += 1 }
            case .cell(let cell): trace.add(cell)
            case .end: break
            }
        }
        // A camera of 24 pictures a second, now and then silent, now and then another one.
        let camera = ScriptedCamera(into: slot, ledger: DropLedger()) { number in
            let silence = number / 100 * 2_300_000_000
            let time = HostTime(nanoseconds: number * 41_666_667 + silence / 2)
            return time < end.advanced(byMilliseconds: 2_000) ? time : nil
        } make: { number in
            let time = HostTime(nanoseconds: number * 41_666_667)
            return pictures.make(number, capturedAt: time, luma: UInt8(20 + number % 200), left: 90)?
                .numbered(number, source: Int(number / 37))
        }
        runner.add(camera, signal: runner.makeSignal())
        runner.add(changes, signal: runner.makeSignal())
        runner.add(stage, signal: signal)
        runner.add(
            Viewer(queue) { shown in
                let digest = shown.picture.digest
                trace.add(shown.picture.buffer)
                outcome.withLock { outcome in
                    outcome.digests.append(digest)
                    outcome.grid.append(shown.gridIndex)
                    outcome.repeats += shown.isRepeat ? 1 : 0
                }
            }, signal: viewerSignal)
        #expect(runner.runUntilFinished(limit: HostTime(nanoseconds: 1 << 60)))
        return (outcome.withLock { $0 }, meter.snapshot, trace, pictures.pool.inUse)
    }

    @Test(
        "500 changes at any time: every grid point has its picture, no pool runs dry, nothing is left behind",
        arguments: [1, 2, 3] as [UInt64])
    func changes(seed: UInt64) {
        let (outcome, statistics, trace, inUse) = run(seed: seed)
        #expect(outcome.changes >= 500, "\(outcome.changes)")
        #expect(outcome.grid.count > 600)
        #expect(zip(outcome.grid, outcome.grid.dropFirst()).allSatisfy { $1 == $0 + 1 })
        #expect(statistics.programPictures == Int64(outcome.grid.count))
        #expect(statistics.repeats == Int64(outcome.repeats))
        #expect(statistics.lagged == 0 && statistics.poolEmpty == 0 && statistics.lastError == nil)
        #expect(trace.count > 600 && trace.left == 0, "\(trace.left)")
        #expect(inUse == 0)
    }

    @Test("The same seed gives the same bytes, another one gives others")
    func deterministic() {
        let (first, second, other) = (run(seed: 9).0, run(seed: 9).0, run(seed: 10).0)
        #expect(first == second && first.digests != other.digests)
        #expect(Set(first.digests).count > 300)
    }
}
