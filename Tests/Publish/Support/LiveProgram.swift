import OnAirMedia
import OnAirPublish

/// Feeds live destinations with a program of 30 pictures a second, on a thread of its own: each gets an IDR picture when
/// it asks for one.
final class LiveProgram: Sendable {
    /// One destination's program.
    private final class Feed: Sendable {
        struct Place {
            var pictures: Int64 = 0
            var sounds: Int64 = 0
        }

        let queue: SendQueue
        let keyframe: Flag
        let begun: HostTime
        let place = Lock(Place())

        init(queue: SendQueue, keyframe: Flag, begun: HostTime) {
            self.queue = queue
            self.keyframe = keyframe
            self.begun = begun
        }

        func push(until now: HostTime, bytes: Int) {
            while true {
                let (pictures, sounds) = place.withLock { ($0.pictures, $0.sounds) }
                let (picture, sound) = (
                    FrameRate(30).time(ofFrame: pictures), MediaTime(value: sounds * 1024, timescale: 48000)
                )
                guard begun.advanced(by: min(picture, sound)) <= now else { return }
                let capture = begun.advanced(by: min(picture, sound))
                if picture <= sound {
                    let isKeyframe = keyframe.lower() || pictures % 300 == 0
                    queue.push(Packets.video(pictures, gop: isKeyframe ? 1 : .max, bytes: bytes, capture: capture))
                    place.withLock { $0.pictures += 1 }
                } else {
                    queue.push(Packets.audio(sounds, capture: capture))
                    place.withLock { $0.sounds += 1 }
                }
            }
        }
    }

    private final class Ticker: Stage {
        let name = "program"
        private let program: LiveProgram
        private let stop: StopRequest

        init(_ program: LiveProgram, stop: StopRequest) {
            self.program = program
            self.stop = stop
        }

        func step(now: HostTime) -> StageWait {
            guard !stop.isRequested else { return .finished }
            for feed in program.feeds.withLock({ $0 }) { feed.push(until: now, bytes: program.pictureBytes) }
            return .event(until: now.advanced(byMilliseconds: 10))
        }
    }

    private let feeds = Lock<[Feed]>([])
    private let pictureBytes: Int
    private let stop: StopRequest

    init(pictureBytes: Int = 8000) {
        self.pictureBytes = pictureBytes
        let runner = ThreadRunner()
        let signal = runner.makeSignal()
        stop = StopRequest(signal: signal)
        runner.add(Ticker(self, stop: stop), signal: signal)
    }

    /// The destination gets the program from now on.
    func feed(_ destination: LiveDestination) {
        feeds.withLock {
            $0.append(Feed(queue: destination.queue, keyframe: destination.keyframe, begun: MonotonicClock().now))
        }
    }

    func end() { stop.request() }
}
