import OnAirMedia
import OnAirPicture
import Testing

/// Filters swapped while pictures pass.
struct FilterSwapTests {
    private struct Outcome: Equatable {
        var digests: [UInt64] = []
        var grid: [Int64] = []
    }

    private func run(seed: UInt64, swaps: Int) -> (Outcome, PictureStatistics, WeakTrace, cameraPool: Int) {
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
        let (meter, controls) = (stage.meter, stage.controls)
        let end = HostTime(nanoseconds: Int64(swaps) * 40_000_000)
        let camera = ScriptedCamera(into: slot, ledger: DropLedger()) { number in
            let time = HostTime(nanoseconds: number * 33_333_333)
            return time < end ? time : nil
        } make: { number in
            pictures.make(
                number, capturedAt: HostTime(nanoseconds: number * 33_333_333), luma: UInt8(60 + number % 100),
                left: 150)
        }
        runner.add(camera, signal: runner.makeSignal())
        runner.add(
            FilterSwaps(controls, seed: seed, count: swaps) { for filter in $0 { trace.add(filter) } },
            signal: runner.makeSignal())
        runner.add(stage, signal: signal)
        runner.add(
            Viewer(queue) { shown in
                let digest = shown.picture.digest
                outcome.withLock { outcome in
                    outcome.digests.append(digest)
                    outcome.grid.append(shown.gridIndex)
                }
            }, signal: viewerSignal)
        #expect(runner.runUntilFinished(limit: HostTime(nanoseconds: 1 << 60)))
        return (outcome.withLock { $0 }, meter.snapshot, trace, pictures.pool.inUse)
    }

    @Test(
        "500 swaps of filters at any time: no picture is lost, nothing is left behind", arguments: [1, 2] as [UInt64])
    func swaps(seed: UInt64) {
        let (outcome, statistics, trace, inUse) = run(seed: seed, swaps: 500)
        #expect(outcome.grid.count > 550)
        #expect(zip(outcome.grid, outcome.grid.dropFirst()).allSatisfy { $1 == $0 + 1 })
        #expect(statistics.programPictures == Int64(outcome.grid.count))
        #expect(statistics.lagged == 0 && statistics.poolEmpty == 0 && statistics.lastError == nil)
        #expect(trace.count > 500 && trace.left == 0, "\(trace.left) of \(trace.count)")
        #expect(inUse == 0)
    }

    @Test("The same seed gives the same bytes, another one gives others")
    func deterministic() {
        let (first, second, other) = (run(seed: 7, swaps: 60).0, run(seed: 7, swaps: 60).0, run(seed: 8, swaps: 60).0)
        #expect(first == second && first.digests != other.digests)
    }
}
