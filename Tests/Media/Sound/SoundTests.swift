import OnAirMedia
import Testing

struct SoundTests {
    private let stereo = SoundFormat(sampleRate: 48_000, channels: 2)
    private let start = HostTime(nanoseconds: 5)

    @Test("Samples written before freezing are read after, per channel")
    func freezing() {
        guard
            var block = SoundPool(format: stereo, blockCapacity: 480, capacity: 1).take(
                captureTime: start, sampleCount: 3)
        else { return }
        for channel in 0..<2 {
            block.withMutableChannel(channel) { samples in
                for index in samples.indices { samples[index] = Float(index + 10 * channel) }
            }
        }
        let frozen = block.freeze()
        #expect(frozen.sampleCount == 3 && frozen.captureTime == start && frozen.format == stereo)
        #expect(frozen.withChannel(0) { Array($0) } == [0, 1, 2])
        #expect(frozen.withChannel(1) { Array($0) } == [10, 11, 12])
    }

    @Test("Lengths are clamped to the block", arguments: [(-1, 0), (0, 0), (480, 480), (481, 480), (Int.max, 480)])
    func lengths(asked: Int, given: Int) {
        let pool = SoundPool(format: stereo, blockCapacity: 480, capacity: 1)
        guard var block = pool.take(captureTime: start, sampleCount: asked) else { return }
        #expect(block.sampleCount == given)
        block.setSampleCount(7)
        block.setSampleCount(asked)
        #expect(block.sampleCount == given && block.capacity == 480)
    }

    @Test("An empty pool gives nothing until a block is released")
    func pool() {
        let pool = SoundPool(format: stereo, blockCapacity: 10, capacity: 1)
        func take() -> SoundBlock? {
            guard let block = pool.take(captureTime: start, sampleCount: 1) else { return nil }
            return block.freeze()
        }
        var held = take()
        #expect(take() == nil && held != nil)
        held = nil
        #expect(take() != nil)
    }

    @Test("A block's program time is its first sample's number over the rate")
    func programTime() {
        guard
            let block = SoundPool(format: stereo, blockCapacity: 10, capacity: 1).take(
                captureTime: start, sampleCount: 1)
        else { return }
        let sound = ProgramSound(block: block.freeze(), sampleIndex: 24_000)
        #expect(sound.time == .milliseconds(500))
    }
}
