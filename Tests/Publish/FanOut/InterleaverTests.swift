import OnAirMedia
import OnAirPublish
import OnAirTestKit
import Testing

@Suite("Interleaver")
struct InterleaverTests {
    private let start = HostTime(nanoseconds: 0)
    private var interleaver = Interleaver(format: Packets.format)

    private func at(_ milliseconds: Int64) -> HostTime { start.advanced(byMilliseconds: milliseconds) }

    private func drain(_ interleaver: inout Interleaver, _ milliseconds: Int64) -> [String] {
        var names: [String] = []
        while let packet = interleaver.next(now: at(milliseconds)) {
            let unit: Int64 = packet.track == .video ? 30 : 48000
            let number = packet.decodeTime.value(inTimescale: unit) / (packet.track == .video ? 1 : 1024)
            names.append("\(packet.track == .video ? "v" : "a")\(number)")
        }
        return names
    }

    @Test("Packets leave in order of decode time whatever order they came in")
    mutating func order() {
        for index in 0..<3 { interleaver.push(Packets.audio(Int64(index)), now: at(0)) }
        for index in 0..<2 { interleaver.push(Packets.video(Int64(index)), now: at(0)) }
        #expect(drain(&interleaver, 0) == ["v0", "a0", "a1", "v1", "a2"])
    }

    @Test("A picture leaves at once where the sound before it is complete, without waiting for the next sound")
    mutating func leavesAtOnce() {
        // Sound 1 covers 21.3…42.7 ms, so nothing before picture 1 (33.3 ms) can still come.
        for index in 0..<2 { interleaver.push(Packets.audio(Int64(index)), now: at(0)) }
        interleaver.push(Packets.video(0), now: at(0))
        #expect(drain(&interleaver, 0) == ["v0", "a0", "a1"])
        interleaver.push(Packets.video(1), now: at(1))
        #expect(drain(&interleaver, 1) == ["v1"])
    }

    @Test("A picture waits for sound that may still come before it")
    mutating func waits() {
        interleaver.push(Packets.video(0), now: at(0))
        interleaver.push(Packets.audio(0), now: at(0))
        #expect(drain(&interleaver, 0) == ["v0", "a0"])
        interleaver.push(Packets.video(1), now: at(10))
        #expect(drain(&interleaver, 10) == [])
        #expect(interleaver.deadline == at(110))
        interleaver.push(Packets.audio(1), now: at(15))
        #expect(drain(&interleaver, 15) == ["a1", "v1"])
        #expect(interleaver.deadline == nil)
    }

    @Test("A silent track is waited for 100 ms once, then not again until it speaks")
    mutating func silence() {
        interleaver.push(Packets.video(0), now: at(0))
        #expect(drain(&interleaver, 99) == [])
        #expect(drain(&interleaver, 100) == ["v0"])
        interleaver.push(Packets.video(1), now: at(101))
        #expect(drain(&interleaver, 101) == ["v1"])
        // Its late packets leave at once; then it is waited for again.
        interleaver.push(Packets.audio(0), now: at(102))
        #expect(drain(&interleaver, 102) == ["a0"])
        interleaver.push(Packets.video(2), now: at(103))
        #expect(drain(&interleaver, 103) == [])
        #expect(interleaver.deadline == at(203))
    }

    @Test("A program of one track never waits")
    func oneTrack() {
        var interleaver = Interleaver(format: ProgramFormat(video: Packets.videoFormat, audio: nil))
        interleaver.push(Packets.video(0), now: at(0))
        interleaver.push(Packets.audio(0), now: at(0))
        #expect(drain(&interleaver, 0) == ["v0"])
    }

    @Test("At the end everything leaves, in order")
    mutating func end() {
        for index in 0..<3 { interleaver.push(Packets.video(Int64(index)), now: at(0)) }
        interleaver.push(Packets.audio(0), now: at(0))
        #expect(drain(&interleaver, 0) == ["v0", "a0"])
        interleaver.end()
        #expect(drain(&interleaver, 0) == ["v1", "v2"])
    }

    @Test("Random arrival within 90 ms keeps the order, and no packet is held longer than 100 ms")
    func randomArrival() {
        var random = SeededGenerator(seed: 11)
        var interleaver = Interleaver(format: Packets.format)
        // Each track keeps its own order, as an encoder does; the delay varies.
        var arrivals: [(Int64, EncodedPacket)] = []
        var last: [EncodedPacket.Track: Int64] = [:]
        for packet in Packets.program(seconds: 20) {
            let due = packet.decodeTime.milliseconds + Int64.random(in: 0...90, using: &random)
            let arrival = max(due, last[packet.track] ?? 0)
            last[packet.track] = arrival
            arrivals.append((arrival, packet))
        }
        var pending = arrivals.sorted { $0.0 < $1.0 }[...]
        var left: [(Int64, EncodedPacket)] = []
        for millisecond in 0..<Int64(21_000) {
            while let first = pending.first, first.0 <= millisecond {
                interleaver.push(first.1, now: at(millisecond))
                pending = pending.dropFirst()
            }
            while let packet = interleaver.next(now: at(millisecond)) { left.append((millisecond, packet)) }
        }
        #expect(left.count >= arrivals.count - 1)
        for (before, after) in zip(left, left.dropFirst()) { #expect(before.1.decodeTime <= after.1.decodeTime) }
        var came: [EncodedPacket.Track: [Int64]] = [:]
        for (time, packet) in arrivals { came[packet.track, default: []].append(time) }
        var seen: [EncodedPacket.Track: Int] = [:]
        for (time, packet) in left {
            let index = seen[packet.track, default: 0]
            seen[packet.track] = index + 1
            #expect(time - (came[packet.track]?[index] ?? 0) <= 100)
        }
    }

    @Test("The stage hands to every attached queue, waits by the clock and closes what it feeds")
    func stage() {
        let runner = StepRunner()
        let signal = runner.makeSignal()
        let input = BoundedQueue<EncodedPacket>(capacity: 64, consumer: signal)
        let tap = PacketTap()
        let queues = (0..<3).map { _ in SendQueue(format: Packets.format, isOpen: true, consumer: nil) {} }
        tap.attach(queues[0])
        tap.attach(queues[1])
        runner.add(FanOutStage(input: input, tap: tap, format: Packets.format), signal: signal)
        #expect(input.push(Packets.video(0)))
        runner.run(until: at(99))
        #expect(queues.map(\.level.packets) == [0, 0, 0])
        runner.run(until: at(100))
        #expect(queues.map(\.level.packets) == [1, 1, 0])
        tap.attach(queues[2])
        tap.detach(queues[0])
        #expect(queues[0].isClosed)
        #expect(input.push(Packets.video(1, gop: 1)))
        runner.run(until: at(101))
        #expect(queues.map(\.level.packets) == [1, 2, 1])
        #expect(input.push(Packets.video(2)))
        input.close()
        #expect(runner.runUntilFinished(limit: at(101)))
        #expect(queues.map(\.level.packets) == [1, 3, 2])
        #expect(queues.map(\.isClosed) == [true, true, true])
    }
}
