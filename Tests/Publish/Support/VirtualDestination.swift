import OnAirMedia
import OnAirPublish
import OnAirTestKit
import OnAirWire

/// One destination over memory that may make many attempts, driven by the test's clock.
final class VirtualDestination {
    let runner = StepRunner()
    let events: TimedEvents
    let stop: StopRequest
    let monitor = DestinationMonitor()
    let handle: StageHandle
    let links: MemoryLinks
    let queue: SendQueue
    let keyframe = Flag()
    private let made: Peers
    private var pictures: Int64 = 0
    private var sounds: Int64 = 0

    private final class Peers: Sendable {
        private let kept = Lock<[MemoryPeer]>([])
        var all: [MemoryPeer] { kept.withLock { $0 } }
        func add(_ peer: MemoryPeer) { kept.withLock { $0.append(peer) } }
    }

    /// - Parameter prepare: makes the peer that the connection of this number, from 0, meets.
    convenience init(
        source: AddressSource? = nil, options: DestinationOptions = .init(), log: Log = .silent, seed: UInt64 = 1,
        prepare: @escaping @Sendable (Int, inout MemoryPeer.State) -> Void = { _, _ in }
    ) throws {
        try self.init(source: source, options: options, log: log, seed: seed) { index, peer in
            peer.look { prepare(index, &$0) }
            return MemoryLink(peer)
        }
    }

    /// - Parameter link: makes the link of this number, from 0, to a right peer.
    init(
        source: AddressSource? = nil, options: DestinationOptions = .init(), log: Log = .silent, seed: UInt64 = 1,
        link: @escaping @Sendable (Int, MemoryPeer) -> any Link
    ) throws {
        let signal = runner.makeSignal()
        let clock = runner.clock
        let made = Peers()
        links = MemoryLinks(links: { index in
            let peer = MemoryPeer(signal: signal, clock: clock)
            made.add(peer)
            return link(index, peer)
        })
        self.made = made
        let events = TimedEvents(clock: clock)
        self.events = events
        let keyframe = keyframe
        queue = SendQueue(format: Packets.format, isOpen: false, consumer: signal) { keyframe.raise() }
        stop = StopRequest(signal: signal)
        let fixed = AddressSource.fixed(try RTMPAddress("rtmp://host/live/canary-key"))
        handle = runner.add(
            RTMPDestinationStage(
                source: source ?? fixed, name: "the destination", format: Packets.format, queue: queue, links: links,
                options: options, stop: stop, monitor: monitor, clock: clock, log: log,
                random: SeededGenerator(seed: seed)
            ) { events.add($0) }, signal: signal)
    }

    var peers: [MemoryPeer] { made.all }
    var now: Int64 { runner.clock.now.nanoseconds / 1_000_000 }

    func run(until milliseconds: Int64) { runner.run(until: HostTime(nanoseconds: milliseconds * 1_000_000)) }

    /// The program goes on until `end` ms of the clock.
    ///
    /// - Parameter format: of keyframes; nil where it is the program's.
    func play(until end: Int64, pictureBytes: Int = 2000, format: VideoTrackFormat? = nil) {
        while true {
            let picture = FrameRate(30).time(ofFrame: pictures)
            let sound = MediaTime(value: sounds * 1024, timescale: 48000)
            guard min(picture, sound).milliseconds < end else { return run(until: end) }
            runner.run(until: HostTime(nanoseconds: min(picture, sound).nanoseconds))
            if picture <= sound {
                let isKeyframe = keyframe.lower() || pictures % 300 == 0
                let packet = Packets.video(pictures, gop: isKeyframe ? 1 : .max, bytes: pictureBytes)
                if isKeyframe { packet.buffer.videoFormat = format }
                queue.push(packet)
                pictures += 1
            } else {
                queue.push(Packets.audio(sounds))
                sounds += 1
            }
        }
    }

    /// When attempts began, in milliseconds, by the events.
    var begun: [Int64] {
        var result: [Int: Int64] = [:]
        for event in events.all where event.kind != .state(.waiting) {
            result[event.attempt] = min(result[event.attempt] ?? .max, event.at)
        }
        return result.values.sorted()
    }
}
