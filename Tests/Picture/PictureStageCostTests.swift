import Dispatch
import Foundation
import OnAirMedia
import OnAirPicture
import Testing

/// Prints what a live picture stage costs on this machine, when `ONAIR_MEASURE` is set. A table to read, not a gate.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["ONAIR_MEASURE"] != nil), .serialized)
struct PictureStageCostTests {
    /// Allocations of the calling thread; always 0 unless the counter of `onair-malloc-count` is preloaded.
    static func allocations() -> UInt64 {
        guard let symbol = dlsym(nil, "onair_malloc_count_thread") else { return 0 }
        return unsafeBitCast(symbol, to: (@convention(c) () -> UInt64).self)()
    }

    @Test("A steady stage allocates nothing per picture")
    func allocationsPerPicture() {
        let (size, rate) = (PictureSize(width: 640, height: 360), FrameRate(30))
        let slot = LatestSlot<Picture>()
        let tap = Tap<ProgramPicture>()
        let queue = BoundedQueue<ProgramPicture>(capacity: 3)
        tap.attach(queue, ledger: DropLedger(), reason: .skipped)
        let stage = PictureStage(
            settings: PictureStage.Settings(.init(streamSize: size), rate: rate), input: slot, output: tap,
            epoch: HostTime(nanoseconds: 0), clock: MonotonicClock())
        let pictures = FlatPictures(size: PictureSize(width: 640, height: 480))
        var start: UInt64 = 0
        let count: Int64 = 500
        for number in 0..<count {
            if number == 50 { start = Self.allocations() }
            let now = HostTime(nanoseconds: 0).advanced(by: rate.time(ofFrame: number))
            if let picture = pictures.make(number, capturedAt: now) { _ = slot.replace(picture) }
            while stage.step(now: now) == .again {}
            _ = queue.pop()
        }
        print("allocations per picture: \(Double(Self.allocations() - start) / Double(count - 50))")
        #expect(stage.meter.snapshot.programPictures == count)
    }

    @Test("Three seconds of 720p30 on real threads")
    func live() {
        let runner = ThreadRunner()
        let (rate, size) = (FrameRate(30), PictureSize(width: 1280, height: 720))
        let (signal, viewerSignal, ended) = (runner.makeSignal(), runner.makeSignal(), DispatchSemaphore(value: 0))
        let slot = LatestSlot<Picture>(consumer: signal)
        let tap = Tap<ProgramPicture>()
        let queue = BoundedQueue<ProgramPicture>(capacity: 3, consumer: viewerSignal)
        tap.attach(queue, ledger: DropLedger(), reason: .skipped)
        let start = runner.clock.now.advanced(byMilliseconds: 20)
        let pool = PicturePool(
            format: PictureFormat(
                size: size, pixels: .yuyv, color: ColorDescription(matrix: .bt601, range: .limited)), capacity: 4)
        let camera = DropLedger()
        let stage = PictureStage(
            settings: PictureStage.Settings(.init(streamSize: size), rate: rate), input: slot, output: tap,
            epoch: start,
            clock: runner.clock)
        let meter = stage.meter
        let source = ScriptedCamera(
            into: slot, ledger: camera,
            times: { $0 < 90 ? start.advanced(byMilliseconds: 11).advanced(by: rate.time(ofFrame: $0)) : nil },
            make: { number in
                pool.take(
                    captureTime: start.advanced(byMilliseconds: 11).advanced(by: rate.time(ofFrame: number)),
                    sequence: number)?.freeze()
            })
        let delays = Lock<[Int64]>([])
        let clock = runner.clock
        let viewer = Viewer(queue) { picture in
            let delay = clock.now.nanoseconds(since: picture.picture.captureTime)
            delays.withLock { $0.append(delay) }
        }
        runner.add(stage, signal: signal)
        runner.add(viewer, signal: viewerSignal).whenFinished { ended.signal() }
        runner.add(source, signal: runner.makeSignal())
        #expect(ended.wait(timeout: .now() + 20) == .success)
        let statistics = meter.snapshot
        let sorted = delays.withLock { $0.sorted() }
        let (p50, p95) = (sorted[sorted.count / 2], sorted[sorted.count * 95 / 100])
        print("capture to encoder's thread, YUYV 601 to 709: p50 \(p50 / 1000) µs, p95 \(p95 / 1000) µs")
        print("\(statistics), late \(camera[.late])")
    }
}
