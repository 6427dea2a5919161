import Foundation
import OnAirMedia
import OnAirSound
import Testing

/// Prints what a sound stage costs on this machine, when `ONAIR_MEASURE` is set. A table to read, not a gate; only that
/// a steady stage allocates nothing is one, where the counter of `onair-malloc-count` is preloaded.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["ONAIR_MEASURE"] != nil), .serialized)
struct SoundStageCostTests {
    private static let isCounting = dlsym(nil, "onair_malloc_count_thread") != nil

    private static func allocations() -> UInt64 {
        guard let symbol = dlsym(nil, "onair_malloc_count_thread") else { return 0 }
        return unsafeBitCast(symbol, to: (@convention(c) () -> UInt64).self)()
    }

    @Test(
        "Nanoseconds and allocations for 10 ms of sound",
        arguments: [(48000, 1), (48000, 2), (44100, 1), (44100, 2)], [0, 100e-6])
    func cost(source: (rate: Int, channels: Int), wrong: Double) {
        let epoch = HostTime(nanoseconds: 0)
        let input = BoundedQueue<SoundBlock>(capacity: 20)
        let output = BoundedQueue<ProgramSound>(capacity: 20)
        let (tap, meter) = (Tap<ProgramSound>(), SoundMeter())
        tap.attach(output, ledger: DropLedger(), reason: .skipped)
        let stage = SoundStage(
            input: input, output: tap, format: SoundFormat(sampleRate: 48000, channels: 2), epoch: epoch,
            pictureDelay: PictureDelay(.zero), control: SoundControl(), ledger: DropLedger(), meter: meter)
        let length = source.rate / 100
        let pool = SoundPool(
            format: SoundFormat(sampleRate: source.rate, channels: source.channels), blockCapacity: length, capacity: 8)
        let clock = MonotonicClock()
        var (spent, counted): (Int64, UInt64) = (0, 0)
        for turn in 0..<20_000 {
            let time = epoch.advanced(byNanoseconds: Int64(Double(turn) * 1e7 * (1 + wrong)))
            guard let block = pool.take(captureTime: time, sampleCount: length) else { break }
            _ = input.push(block.freeze())
            let (start, before) = (clock.now, Self.allocations())
            _ = stage.step(now: time.advanced(byMilliseconds: 10))
            // The filter is opened once, when the drift has been measured.
            if turn >= 10_000 {
                spent += clock.now.nanoseconds(since: start)
                counted += Self.allocations() - before
            }
            while output.pop() != nil {}
        }
        let statistics = meter.snapshot
        print(
            "\(source.rate) Hz, \(source.channels) ch, \(wrong * 1e6) ppm: \(spent / 10_000) ns, "
                + "\(Self.isCounting ? String(counted) : "uncounted") allocations in 100 s, corrected by \(statistics.correction) ppm"
        )
        #expect((statistics.correction != 0) == (wrong != 0))
        #expect(counted == 0)
    }
}
