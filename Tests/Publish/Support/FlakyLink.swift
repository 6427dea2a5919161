import OnAirMedia
import OnAirPublish
import OnAirSystem
import OnAirTestKit

/// A link in memory over a way that gives and takes pieces of random size, refuses at random, stalls, and breaks at a
/// random byte: all from a seed.
final class FlakyLink: Link {
    private let link: MemoryLink
    private let signal: WakeSignal
    private let clock: any HostClock
    private var random: SeededGenerator
    private var untilReset: Int?
    private var stalledUntil = HostTime(nanoseconds: 0)
    private let weather: FlakyWeather

    init(_ peer: MemoryPeer, weather: FlakyWeather, seed: UInt64) {
        link = MemoryLink(peer)
        signal = peer.signal
        clock = peer.look { $0.clock }
        self.weather = weather
        random = SeededGenerator(seed: seed)
        untilReset = weather.bytesUntilReset.map { Int.random(in: $0, using: &random) }
    }

    func start(now: HostTime) { link.start(now: now) }
    func advance(now: HostTime) throws(SystemError) -> LinkPhase { try link.advance(now: now) }
    func redial(now: HostTime) { link.redial(now: now) }
    var deadline: HostTime? { nil }
    func interest(writable: Bool) -> DescriptorInterest? { nil }
    var reading: TransportReading { link.reading }
    func finishWriting() { link.finishWriting() }
    func close() { link.close() }

    func read(into bytes: UnsafeMutableRawBufferPointer) throws(SystemError) -> StreamSocket.Transfer {
        guard clock.now >= stalledUntil else { return .wouldBlock }
        guard Int.random(in: 0..<8, using: &random) > 0 else {
            signal.wake()
            return .wouldBlock
        }
        return try link.read(into: bytes)
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> StreamSocket.Transfer {
        // Whoever feeds the queue wakes the stage when the stall is over.
        guard clock.now >= stalledUntil else { return .wouldBlock }
        guard Int.random(in: 0..<8, using: &random) > 0 else {
            signal.wake()
            return .wouldBlock
        }
        if let mean = weather.bytesBetweenStalls, Int.random(in: 0..<mean, using: &random) < bytes.count {
            stalledUntil = clock.now.advanced(byMilliseconds: Int64.random(in: weather.stall, using: &random))
        }
        let count = Int.random(in: 1...bytes.count, using: &random)
        let taken = try link.write(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        if case .bytes(let number) = taken, let left = untilReset {
            untilReset = left - number
            if left <= number { throw SystemError(number: 104, while: "send to host") }
        }
        return taken
    }
}
