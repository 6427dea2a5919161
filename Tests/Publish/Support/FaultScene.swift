import OnAirMedia
import OnAirPublish
import OnAirTestKit
import OnAirWire

/// A live program with three outputs on virtual time: one destination that meets a fault, another one, and a recording.
///
/// It is live for 4 s, then the fault strikes. A fault of the beginning of a connection is met by the attempts that follow
/// a cut at that moment.
final class FaultScene {
    static let onset: Int64 = 4000

    let fault: Fault
    let events: TimedEvents
    let servers: FaultyServers
    let stop: StopRequest
    let monitor = DestinationMonitor()
    let otherMonitor = DestinationMonitor()
    let recordingMonitor = DestinationMonitor()
    let handle: StageHandle
    private let runner = StepRunner()
    private let otherHandles: [StageHandle]
    private let keyframe = Flag()
    private let input: BoundedQueue<EncodedPacket>
    private(set) var pictures: Int64 = 0
    private(set) var sounds: Int64 = 0
    /// Messages looked at of each peer.
    private var seen: [Int] = []
    /// Pictures that arrived at the destination: when, at which peer, whether IDR.
    private(set) var arrivals: [(at: Int64, peer: Int, isKeyframe: Bool)] = []

    init(_ fault: Fault, recordingTo path: String, seed: UInt64 = 1, options: DestinationOptions = .init()) throws {
        self.fault = fault
        let runner = runner
        let keyframe = keyframe
        let clock = runner.clock
        let format = Packets.format
        let address = try RTMPAddress("rtmp://host/live/key")
        let fan = runner.makeSignal()
        input = BoundedQueue(capacity: 64, consumer: fan)
        let tap = PacketTap()
        runner.add(FanOutStage(input: input, tap: tap, format: format), signal: fan)

        let signal = runner.makeSignal()
        let servers = FaultyServers(fault, signal: signal, clock: clock)
        let events = TimedEvents(clock: clock)
        (self.servers, self.events) = (servers, events)
        let queue = SendQueue(format: format, isOpen: false, consumer: signal) { keyframe.raise() }
        tap.attach(queue)
        stop = StopRequest(signal: signal)
        // Refused credentials are tried again only where each attempt asks for its address.
        let source = AddressSource.asked { _, answer in answer(.success(address)) }
        handle = runner.add(
            RTMPDestinationStage(
                source: source, name: "the destination", format: format, queue: queue, links: servers,
                options: options, stop: stop, monitor: monitor, clock: clock, random: SeededGenerator(seed: seed)
            ) { events.add($0) }, signal: signal)

        let other = runner.makeSignal()
        let peer = MemoryPeer(signal: other)
        let otherQueue = SendQueue(format: format, isOpen: false, consumer: other) { keyframe.raise() }
        tap.attach(otherQueue)
        let otherHandle = runner.add(
            RTMPDestinationStage(
                address: address, format: format, queue: otherQueue, links: MemoryLinks { _ in peer },
                options: .once, stop: StopRequest(signal: other), monitor: otherMonitor, clock: clock,
                random: SeededGenerator(seed: 2)
            ) { _ in }, signal: other)

        let file = runner.makeSignal()
        let fileQueue = SendQueue(format: format, isOpen: true, consumer: file) { keyframe.raise() }
        tap.attach(fileQueue)
        let recording = runner.add(
            FLVRecordingStage(
                path: path, format: format, queue: fileQueue, stop: StopRequest(signal: file),
                monitor: recordingMonitor, clock: clock
            ) { _ in }, signal: file)
        otherHandles = [otherHandle, recording]
    }

    var now: Int64 { runner.clock.now.nanoseconds / 1_000_000 }

    /// The program goes on until `end` ms of the clock, or until `condition`; false where that never came.
    @discardableResult
    func play(until end: Int64, or condition: () -> Bool = { false }) -> Bool {
        while !condition() {
            let (picture, sound) = (
                FrameRate(30).time(ofFrame: pictures), MediaTime(value: sounds * 1024, timescale: 48000)
            )
            let next = min(picture, sound)
            guard next.milliseconds < end else {
                run(until: HostTime(nanoseconds: end * 1_000_000))
                return condition()
            }
            run(until: HostTime(nanoseconds: next.nanoseconds))
            if picture <= sound {
                let isKeyframe = keyframe.lower() || pictures % 300 == 0
                _ = input.push(Packets.video(pictures, gop: isKeyframe ? 1 : .max, bytes: 4000))
                pictures += 1
            } else {
                _ = input.push(Packets.audio(sounds))
                sounds += 1
            }
            run(until: runner.clock.now)
        }
        return true
    }

    private func run(until time: HostTime) {
        runner.run(until: time)
        lookAtArrivals()
    }

    /// The program ends; the others end with it. True where they did.
    func finish() -> Bool {
        input.close()
        runner.run(until: runner.clock.now.advanced(byMilliseconds: 1000))
        lookAtArrivals()
        return otherHandles.allSatisfy { $0.isFinished }
    }

    private func lookAtArrivals() {
        for (index, peer) in servers.peers.enumerated() {
            if seen.count == index { seen.append(0) }
            let start = seen[index]
            let (count, news) = peer.look { state -> (Int, [Bool]) in
                let fresh = state.server.messages[start...]
                return (
                    state.server.messages.count,
                    fresh.filter { $0.type == .video && $0.payload.count > 1 && $0.payload[1] == 1 }
                        .map { $0.payload[0] == 0x17 }
                )
            }
            seen[index] = count
            arrivals += news.map { (at: now, peer: index, isKeyframe: $0) }
        }
    }
}
