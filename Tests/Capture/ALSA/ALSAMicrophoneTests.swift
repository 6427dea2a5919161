import OnAirALSA
import OnAirCapture
import OnAirMedia
import Testing

@Suite("ALSAMicrophone")
struct ALSAMicrophoneTests {
    private struct Heard: Sendable {
        let time: HostTime
        let arrival: HostTime
        let count: Int
        /// The first and last sample, in the card's counting.
        let first: Int
        let last: Int
        let channels: Int

        init(_ block: SoundBlock, _ now: HostTime) {
            (time, arrival, count) = (block.captureTime, now, block.sampleCount)
            (first, last) = block.withChannel(0) { (Int($0[0] * 32_768), Int($0[$0.count - 1] * 32_768)) }
            channels = block.format.channels
        }

        /// How far the block's time is from that which its first sample says, in milliseconds.
        func error(rate: Int = 48_000) -> Double {
            let counted = Double(time.nanoseconds(since: ScriptedCard.zero)) / 1e9 * Double(rate)
            var apart = (counted - Double(first)).truncatingRemainder(dividingBy: 32_768)
            if apart > 16_384 { apart -= 32_768 }
            if apart < -16_384 { apart += 32_768 }
            return apart / Double(rate) * 1000
        }
    }

    private final class Rig {
        let runner = StepRunner(start: ScriptedCard.zero)
        let ledger = DropLedger()
        let notes = Notes<Heard>()
        let end: SourceEnd
        let handle: StageHandle
        let stop: StopRequest
        let format: SoundFormat

        init(
            _ script: ScriptedCard.Script = .init(), _ card: ALSAStreamFormat? = nil, channels: Int? = nil
        ) {
            let microphone = ALSAMicrophone(
                ScriptedCard(runner.clock, card, script), name: "Scripted", channels: channels)
            let (signal, taker) = (runner.makeSignal(), runner.makeSignal())
            let queue = BoundedQueue<SoundBlock>(capacity: 200, consumer: taker)
            stop = StopRequest(signal: signal)
            (end, format) = (microphone.end, microphone.format)
            microphone.start(into: queue, ledger: ledger, stop: stop, at: ScriptedCard.zero)
            handle = runner.add(microphone, signal: signal)
            runner.add(
                Collector(notes: notes, take: { queue.pop() }, isFinished: { queue.isFinished }) { Heard($0, $1) },
                signal: taker)
        }

        func run(to milliseconds: Int64) { runner.run(until: ScriptedCard.zero.advanced(byMilliseconds: milliseconds)) }

        /// Nobody lets the stages run until then.
        func sleep(to milliseconds: Int64) {
            // The clock moves on by a stage that is due nowhere before.
            (runner.clock as? VirtualClock)?.advance(to: ScriptedCard.zero.advanced(byMilliseconds: milliseconds))
        }

        var blocks: [Heard] { notes.all }

        func expectHonest(_ tolerance: Double = 1.5) {
            for block in blocks {
                #expect(abs(block.error()) < tolerance, "\(block.error()) ms at \(block.time)")
            }
            for (earlier, later) in zip(blocks, blocks.dropFirst()) { #expect(later.time > earlier.time) }
        }
    }

    @Test("Blocks of 10 ms come without a hole, each with the time its first sample was captured")
    func flows() {
        let rig = Rig()
        rig.run(to: 3000)
        #expect(rig.blocks.count > 280)
        rig.expectHonest(0.1)
        #expect(rig.blocks.allSatisfy { $0.count == 480 && $0.last == ($0.first + 479) % 32_768 })
        for (earlier, later) in zip(rig.blocks, rig.blocks.dropFirst()) {
            #expect(later.first == (earlier.first + 480) % 32_768)
        }
        // A block is passed on as soon as the card has told of it.
        #expect(rig.blocks.allSatisfy { $0.arrival.nanoseconds(since: $0.time) <= 25_000_000 })
        #expect(DropLedger.Reason.allCases.allSatisfy { rig.ledger[$0] == 0 })
        rig.stop.request()
        rig.run(to: 3010)
        #expect(rig.handle.isFinished && rig.end.error == nil)
    }

    @Test("Short reads and reads that find nothing lose nothing", arguments: [100, 479])
    func shortReads(most: Int) {
        var script = ScriptedCard.Script()
        script.shortReads = most
        script.emptyReads = 3
        let rig = Rig(script)
        rig.run(to: 1000)
        #expect(rig.blocks.count > 80)
        rig.expectHonest(0.1)
        #expect(rig.ledger[.overrun] == 0)
    }

    @Test("A card that tells no times is timed by when its sound came")
    func withoutTimes() {
        var script = ScriptedCard.Script()
        script.tellsTimes = false
        let rig = Rig(script)
        rig.run(to: 3000)
        #expect(rig.blocks.count > 280)
        // It is looked at twice in a period.
        rig.expectHonest(6)
    }

    @Test("A card that is 300 ppm fast or slow keeps its sound in its time for ten minutes", arguments: [-3e-4, 3e-4])
    func drift(skew: Double) {
        var script = ScriptedCard.Script()
        script.skew = skew
        let rig = Rig(script)
        rig.run(to: 600_000)
        rig.expectHonest(2)
        #expect(rig.ledger[.overrun] == 0 && rig.ledger[.overlapped] == 0)
    }

    @Test(
        "After a second in which nobody read, what is lost is a hole, counted, and the rest is in its time",
        arguments: [false, true])
    func overrun(stops: Bool) {
        var script = ScriptedCard.Script()
        script.stopsWhenFull = stops
        let rig = Rig(script)
        rig.run(to: 1000)
        let before = rig.blocks.count
        rig.sleep(to: 2000)
        rig.run(to: 3500)
        rig.expectHonest(2)
        #expect(rig.blocks.count > before + 140)
        // The buffer keeps 500 ms where the card goes on, and nothing where it stops.
        let lost = rig.ledger[.overrun]
        #expect(stops ? (98...104).contains(lost) : (50...54).contains(lost), "\(lost)")
        #expect(rig.end.error == nil)
    }

    @Test("A card that stops by itself is started again")
    func stops() {
        var script = ScriptedCard.Script()
        script.stops = [700, 1400]
        let rig = Rig(script)
        rig.run(to: 3000)
        rig.expectHonest(2)
        #expect(rig.blocks.count > 270)
        #expect(rig.end.error == nil)
    }

    @Test(
        "After the machine has slept the sound goes on, whether or not the card can resume", arguments: [true, false])
    func sleeps(resumes: Bool) {
        var script = ScriptedCard.Script()
        script.asleep = 1000..<1800
        script.resumes = resumes
        let rig = Rig(script)
        rig.run(to: 3500)
        rig.expectHonest(2)
        #expect(rig.blocks.last.map { $0.time.nanoseconds(since: ScriptedCard.zero) > 3_400_000_000 } == true)
        #expect((76...90).contains(rig.ledger[.overrun]), "\(rig.ledger[.overrun])")
        #expect(rig.end.error == nil)
    }

    @Test("A card that is unplugged ends the microphone as lost at once")
    func unplugged() {
        var script = ScriptedCard.Script()
        script.gone = 1000
        let rig = Rig(script)
        rig.run(to: 1020)
        #expect(rig.handle.isFinished)
        #expect(rig.end.error?.kind == .lost)
        #expect(rig.end.error?.message == "Scripted was unplugged.")
    }

    @Test("A card that starts at the third attempt is heard; one that never starts counts as lost")
    func starts() {
        var script = ScriptedCard.Script()
        script.failingStarts = 2
        let rig = Rig(script)
        rig.run(to: 1500)
        #expect(rig.blocks.count > 100)
        rig.expectHonest(2)
        script.failingStarts = 1000
        let dead = Rig(script)
        dead.run(to: 1500)
        #expect(dead.handle.isFinished && dead.end.error?.kind == .lost)
    }

    @Test(
        "One channel stays one, two stay two, and of more the first two are given, or one where one is wanted",
        arguments: [(1, 2, 1), (2, 1, 2), (2, nil, 2), (6, nil, 2), (6, 2, 2), (6, 1, 1)] as [(Int, Int?, Int)])
    func channels(card: Int, wanted: Int?, given: Int) {
        let rig = Rig(
            .init(),
            ALSAStreamFormat(
                sampleRate: 48_000, channels: card, sampleFormat: .signed16Little, period: 480, buffer: 24_000),
            channels: wanted)
        #expect(rig.format == SoundFormat(sampleRate: 48_000, channels: given))
        rig.run(to: 500)
        #expect(rig.blocks.count > 30 && rig.blocks.allSatisfy { $0.channels == given })
        rig.expectHonest(0.1)
    }
}
