import OnAirMedia
import OnAirPublish
import OnAirTestKit
import Testing

@Suite("Allocations in the steady state", .enabled(if: MallocCount.isAvailable))
struct AllocationTests {
    @Test("A packet goes from the encoders to the transport without a single allocation")
    func sending() throws {
        let runner = StepRunner()
        let signal = runner.makeSignal()
        let input = BoundedQueue<EncodedPacket>(capacity: 64, consumer: signal)
        let tap = PacketTap()
        runner.add(FanOutStage(input: input, tap: tap, format: Packets.format), signal: signal)
        let destination = runner.makeSignal()
        let peer = MemoryPeer(signal: destination)
        let queue = SendQueue(format: Packets.format, isOpen: false, consumer: destination) {}
        let stage = RTMPDestinationStage(
            address: try RTMPAddress("rtmp://host/live/key"), format: Packets.format, queue: queue,
            links: MemoryLinks { _ in peer }, stop: StopRequest(signal: destination), clock: runner.clock,
            random: SeededGenerator(seed: 1)
        ) { _ in }
        runner.add(stage, signal: destination)
        tap.attach(queue)
        runner.run(until: HostTime(nanoseconds: 0))
        peer.look { $0.swallows = true }
        let packets = Packets.program(seconds: 12, videoBytes: 20_000)
        func play(_ range: Range<Int64>) {
            for packet in packets where range.contains(packet.decodeTime.milliseconds) {
                runner.run(until: HostTime(nanoseconds: packet.decodeTime.nanoseconds))
                _ = input.push(packet)
            }
            runner.run(until: HostTime(nanoseconds: range.upperBound * 1_000_000))
        }
        play(0..<2000)
        #expect(MallocCount.during { play(2000..<12_000) } == 0)
    }
}
