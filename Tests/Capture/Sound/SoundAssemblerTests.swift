import OnAirCapture
import OnAirMedia
import OnAirTestKit
import Testing

@Suite("SoundAssembler")
struct SoundAssemblerTests {
    private let start = HostTime(nanoseconds: 1_000_000_000)

    /// What came out, with every sample's place in time.
    private struct Output {
        var blocks: [SoundBlock] = []

        /// Nanoseconds from the end of a block to the start of the next one.
        var gaps: [Int64] {
            zip(blocks, blocks.dropFirst()).map { earlier, later in
                let length = Int64(earlier.sampleCount) * 1_000_000_000 / Int64(earlier.format.sampleRate)
                return later.captureTime.nanoseconds(since: earlier.captureTime) - length
            }
        }

        func samples(_ channel: Int) -> [Float] { blocks.flatMap { $0.withChannel(channel) { Array($0) } } }
    }

    /// Sends samples first..<first + count, each of which holds its number, in channel 1 negated.
    private func send(
        _ count: Int, from first: Int, at arrival: HostTime, channels: Int = 1, isHole: Bool = false,
        latency: MediaTime? = nil, gathering: MediaTime = .zero, to assembler: inout SoundAssembler,
        _ output: inout Output
    ) {
        let interleaved = (first..<first + count).flatMap { n in (0..<channels).map { Float($0 == 0 ? n : -n) } }
        interleaved.withUnsafeBytes { bytes in
            assembler.append(
                isHole ? UnsafeRawBufferPointer(start: nil, count: 0) : bytes, frameCount: count, arrivedCount: count,
                arrival: arrival, sourceLatency: latency, gathering: gathering
            ) { output.blocks.append($0) }
        }
    }

    private func time(_ sample: Int, rate: Int = 48_000) -> HostTime {
        start.advanced(by: MediaTime(value: Int64(sample), timescale: Int64(rate)))
    }

    /// One that has heard half a second before sample 0, the first that is wanted.
    private func makeAssembler(rate: Int = 48_000, channels: Int = 1, poolCapacity: Int = 1000) -> SoundAssembler {
        var assembler = SoundAssembler(
            format: SoundFormat(sampleRate: rate, channels: channels), poolCapacity: poolCapacity)
        var output = Output()
        for piece in -50..<0 {
            let end = (piece + 1) * rate / 100
            send(
                rate / 100, from: end - rate / 100, at: time(end, rate: rate), channels: channels, to: &assembler,
                &output)
        }
        #expect(output.blocks.isEmpty)
        assembler.begin()
        return assembler
    }

    @Test("A source that gathers 2 s is heard whole, one sample after the other, from when it gives them on")
    func gathers() {
        var assembler = SoundAssembler(format: SoundFormat(sampleRate: 48_000, channels: 1), poolCapacity: 2000)
        assembler.begin()
        var output = Output()
        // Each 2 s, in pieces that follow each other as fast as a socket is; a machine is late by up to 30 ms.
        for (turn, late) in [Int64(0), 30, 5, 12].enumerated() {
            for piece in 0..<200 {
                let first = turn * 96_000 + piece * 480
                let arrival = time(turn * 96_000).advanced(byMilliseconds: late)
                send(
                    480, from: first, at: arrival.advanced(byNanoseconds: Int64(piece) * 50_000),
                    latency: .milliseconds(2000 - Int64(piece) * 10), gathering: .milliseconds(2000), to: &assembler,
                    &output)
            }
        }
        #expect(output.samples(0) == (0..<4 * 96_000).map { Float($0) })
        #expect(assembler.losses == SoundAssembler.Losses())
        #expect(output.gaps.allSatisfy { abs($0) <= 200_001 })
        for (number, block) in output.blocks.enumerated() {
            let late = block.captureTime.nanoseconds(since: time(number * 480))
            #expect(-5_000_000 < late && late < 35_000_000)
        }
    }

    @Test("A source that gathers and comes late once is heard from then on, as much later")
    func gathersLate() throws {
        var assembler = SoundAssembler(format: SoundFormat(sampleRate: 48_000, channels: 1), poolCapacity: 2000)
        assembler.begin()
        var output = Output()
        for (turn, late) in [Int64(0), 0, 700, 700].enumerated() {
            let arrival = time(turn * 96_000).advanced(byMilliseconds: late)
            send(
                96_000, from: turn * 96_000, at: arrival, gathering: .milliseconds(2000), to: &assembler, &output)
        }
        #expect(output.samples(0).count == 4 * 96_000)
        #expect(output.gaps.filter { abs($0) > 1_000_000 }.count == 1)
        let last = try #require(output.blocks.last)
        let late = last.captureTime.nanoseconds(since: time(4 * 96_000 - 480))
        #expect(abs(late - 700_000_000) < 1_000_000)
    }

    @Test("Pieces of any length become blocks of 10 ms that hold every sample once, in its channel")
    func reblocks() {
        var assembler = makeAssembler(channels: 2)
        var output = Output()
        var sent = 0
        for length in [1, 479, 480, 481, 7, 1024, 333, 2000, 960, 35] {
            send(length, from: sent, at: time(sent + length), channels: 2, to: &assembler, &output)
            sent += length
        }
        #expect(output.blocks.allSatisfy { $0.sampleCount == 480 })
        #expect(output.samples(0) == (0..<sent / 480 * 480).map { Float($0) })
        #expect(output.samples(1) == (0..<sent / 480 * 480).map { Float(-$0) })
        #expect(assembler.losses == SoundAssembler.Losses())
    }

    @Test("A block's time is when its first sample was captured", arguments: [44_100, 48_000, 96_000])
    func times(rate: Int) {
        var assembler = makeAssembler(rate: rate)
        var output = Output()
        for piece in 0..<100 {
            let first = piece * rate / 100
            send(rate / 100, from: first, at: time(first + rate / 100, rate: rate), to: &assembler, &output)
        }
        for (number, block) in output.blocks.enumerated() {
            #expect(abs(block.captureTime.nanoseconds(since: time(number * rate / 100, rate: rate))) < 1000)
        }
    }

    @Test("What the source keeps by its own word comes off, its least word counts")
    func latency() {
        var assembler = makeAssembler()
        var output = Output()
        for piece in 0..<200 {
            // A headset that keeps 150 ms, and up to 10 more while it gathers.
            send(
                480, from: piece * 480, at: time((piece + 1) * 480), latency: .milliseconds(150 + Int64(piece % 11)),
                to: &assembler, &output)
        }
        let last = output.blocks[199].captureTime
        #expect(abs(last.nanoseconds(since: time(199 * 480)) + 150_000_000) < 100_000)
    }

    @Test("Times go on evenly under jitter: by no more than 2 % from block to block")
    func evenness() {
        var assembler = makeAssembler()
        var output = Output()
        var generator = SeededGenerator(seed: 1)
        var arrival = start
        for piece in 0..<1000 {
            arrival = max(
                arrival,
                time((piece + 1) * 480).advanced(byNanoseconds: Int64.random(in: 0...30_000_000, using: &generator)))
            send(480, from: piece * 480, at: arrival, to: &assembler, &output)
        }
        #expect(output.blocks.count == 1000)
        #expect(output.gaps.allSatisfy { abs($0) <= 200_001 })
    }

    @Test("Nothing is given before it is wanted, and no history of more than 200 ms then")
    func history() {
        var assembler = makeAssembler()
        var output = Output()
        // Two seconds at once.
        send(96_000, from: 0, at: time(96_000), to: &assembler, &output)
        #expect(output.blocks.count == 20)
        #expect(output.blocks.first?.withChannel(0) { $0[0] } == Float(96_000 - 9600))
    }

    @Test("At its start it waits for 100 ms until the time is known well")
    func settling() {
        var assembler = SoundAssembler(format: SoundFormat(sampleRate: 48_000, channels: 1), poolCapacity: 100)
        var output = Output()
        assembler.begin()
        // The first piece is noticed 15 ms late.
        send(480, from: 0, at: time(1200), to: &assembler, &output)
        for piece in 1..<50 { send(480, from: piece * 480, at: time((piece + 1) * 480), to: &assembler, &output) }
        let first = output.blocks.first
        let number = Int(first?.withChannel(0) { $0[0] } ?? 0)
        #expect((4800...9600).contains(number))
        #expect(abs((first?.captureTime ?? start).nanoseconds(since: time(number))) < 3_000_000)
        #expect(assembler.losses == SoundAssembler.Losses())
    }

    @Test("A hole is a gap of its length, and counted")
    func hole() {
        var assembler = makeAssembler()
        var output = Output()
        for piece in 0..<10 { send(480, from: piece * 480, at: time((piece + 1) * 480), to: &assembler, &output) }
        send(4800, from: 4800, at: time(9600), isHole: true, to: &assembler, &output)
        for piece in 20..<30 { send(480, from: piece * 480, at: time((piece + 1) * 480), to: &assembler, &output) }
        #expect(assembler.losses.missing == 4800)
        #expect(output.blocks.count == 20)
        #expect(abs(output.gaps[9] - 100_000_000) < 1000)
    }

    @Test("Sound that was lost without a word is a gap too, once 200 ms have shown it")
    func silentLoss() {
        var assembler = makeAssembler()
        var output = Output()
        for piece in 0..<100 { send(480, from: piece * 480, at: time((piece + 1) * 480), to: &assembler, &output) }
        for piece in 100..<200 { send(480, from: piece * 480, at: time((piece + 51) * 480), to: &assembler, &output) }
        let gaps = output.gaps.filter { abs($0) > 1_000_000 }
        #expect(gaps.count == 1 && abs(gaps[0] - 500_000_000) < 2_000_000)
        #expect(abs(assembler.losses.missing - 24_000) < 100)
        let last = output.blocks[199].captureTime
        #expect(abs(last.nanoseconds(since: time(249 * 480))) < 1_000_000)
    }

    @Test("Sound for a time that has had its sound is left out, and time goes on rising")
    func repetition() {
        var assembler = makeAssembler()
        var output = Output()
        for piece in 0..<100 { send(480, from: piece * 480, at: time((piece + 1) * 480), to: &assembler, &output) }
        // Half a second more than time has passed.
        send(24_000, from: 48_000, at: time(48_480), to: &assembler, &output)
        for piece in 150..<250 {
            send(480, from: piece * 480, at: time((piece - 48) * 480), to: &assembler, &output)
        }
        for (earlier, later) in zip(output.blocks, output.blocks.dropFirst()) {
            #expect(later.captureTime > earlier.captureTime)
        }
        // All but 10 ms of it, give or take what is not told from jitter.
        #expect(abs(assembler.losses.repeated - 23_520) <= 1920)
        let last = output.blocks.last?.captureTime ?? start
        #expect(abs(last.nanoseconds(since: time(200 * 480))) < 5_000_000)
    }

    @Test("A pool that has nothing left costs blocks, not time")
    func emptyPool() {
        var assembler = makeAssembler(poolCapacity: 5)
        var output = Output()
        for piece in 0..<10 { send(480, from: piece * 480, at: time((piece + 1) * 480), to: &assembler, &output) }
        #expect(output.blocks.count == 5)
        #expect(assembler.losses.poolEmpty == 5)
        output.blocks = []
        send(480, from: 4800, at: time(5280), to: &assembler, &output)
        #expect(abs((output.blocks.first?.captureTime ?? start).nanoseconds(since: time(4800))) < 1000)
    }
}
