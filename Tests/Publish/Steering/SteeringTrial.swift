import OnAirMedia
import OnAirPublish
import OnAirTestKit

/// An encoder, a send queue and a TCP connection over a link of changing rate, in virtual time: what steering meets.
///
/// The encoder approaches nine tenths of its target within some tenths of a second and makes keyframes of ten times the
/// average, as x264 does. The
/// connection holds 64 KiB in the program and 64 KiB in the kernel; the link takes bytes at its rate, and the peer
/// acknowledges them 20 ms later.
struct SteeringTrial {
    /// Ten times a second.
    struct Row {
        let seconds: Double
        let target: Int
        let frameInterval: Int
        /// Bits a second that the link took over the last tenth of a second.
        let taken: Int
        /// Pictures encoded, in bits a second, over the last tenth of a second.
        let encoded: Int
        let queueMilliseconds: Int64
        /// How old the sound or picture was that was sent last.
        let age: Int64
    }

    /// The link's rate in bit/s at a time in seconds.
    var link: (Double) -> Int
    /// How much of its target the encoder has use for: 1 for a busy picture.
    var business: (Double) -> Double = { _ in 1 }
    /// Whether the connection stands.
    var isConnected: (Double) -> Bool = { _ in true }
    /// Changes the policy at a time in seconds.
    var meddle: (inout BitratePolicy, Double, HostTime) -> Void = { _, _, _ in }
    /// No connection follows the policy; the bitrate is this one.
    var fixedBitrate: Int?

    private(set) var policy: BitratePolicy
    private(set) var rows: [Row] = []
    private(set) var keyframes = 0
    private(set) var dropped = SendLosses()

    private final class Wish: Sendable {
        private let count = Lock(0)
        var total: Int { count.withLock { $0 } }
        func add() { count.withLock { $0 += 1 } }
    }

    private let wish = Wish()
    private let queue: SendQueue
    private var random: SeededGenerator
    private var unsent = 0
    private var soundInHand = 0
    private var kernel = 0.0
    private var flying: [(at: Int64, bytes: Double)] = []
    private var acknowledged = 0.0
    private var encoderRate = 0.0
    private var videoBytes: Int64 = 0
    private var audioBytes: Int64 = 0
    private var picture: Int64 = 0
    private var sound: Int64 = 0
    private var lastKeyframe: Int64 = -1000
    private var wishesSeen = 0
    private var age: Int64 = 0
    private var wasConnected = false
    private var taken = 0.0

    init(limits: SteeringLimits, seed: UInt64 = 1, link: @escaping (Double) -> Int) {
        self.link = link
        policy = BitratePolicy(limits: limits)
        policy.lead(true)
        let wish = wish
        queue = SendQueue(format: Packets.format, isOpen: false, consumer: nil) { wish.add() }
        random = SeededGenerator(seed: seed)
        encoderRate = Double(policy.target)
    }

    /// So many keyframes were asked for.
    var requests: Int { wish.total }

    /// Lets `seconds` pass.
    mutating func run(_ seconds: Double) {
        var lastVideo = videoBytes
        for millisecond in 0..<Int64(seconds * 1000) {
            let now = HostTime(nanoseconds: millisecond * 1_000_000)
            let time = Double(millisecond) / 1000
            connect(isConnected(time))
            encode(millisecond, time)
            send(millisecond, time)
            guard millisecond % 100 == 99 else { continue }
            meddle(&policy, time, now)
            policy.step(reading, now: now)
            rows.append(
                Row(
                    seconds: time, target: policy.target, frameInterval: policy.frameInterval, taken: Int(taken * 80),
                    encoded: Int((videoBytes - lastVideo) * 80), queueMilliseconds: queue.level.milliseconds, age: age))
            taken = 0
            lastVideo = videoBytes
        }
        dropped = queue.dropped
    }

    private mutating func connect(_ connected: Bool) {
        guard connected != wasConnected else { return }
        wasConnected = connected
        if connected { queue.open() }
        (unsent, kernel) = (0, 0)
        flying = []
    }

    private var reading: SteeringReading {
        var reading = SteeringReading()
        reading.isPublishing = wasConnected
        reading.acknowledgedBytes = Int64(acknowledged)
        reading.waitingBytes = queue.level.bytes + unsent + Int(kernel + flying.reduce(0) { $0 + $1.bytes })
        reading.roundTripMicroseconds = 20_000
        reading.videoBytes = videoBytes
        reading.audioBytes = audioBytes
        return reading
    }

    private mutating func encode(_ millisecond: Int64, _ time: Double) {
        let target = Double(fixedBitrate ?? policy.target) * business(time) * 0.9
        encoderRate += (target - encoderRate) * 0.004
        while picture * 1000 <= millisecond * 30 {
            defer { picture += 1 }
            guard picture % Int64(policy.frameInterval) == 0 else { continue }
            let isKeyframe = picture - lastKeyframe >= 60 || wish.total > wishesSeen
            wishesSeen = wish.total
            if isKeyframe {
                lastKeyframe = picture
                keyframes += 1
            }
            let weight = isKeyframe ? 10 : 50.0 / 59 * Double.random(in: 0.8...1.2, using: &random)
            let bytes = max(20, Int(encoderRate / 240 * weight * Double(policy.frameInterval)))
            videoBytes += Int64(bytes)
            queue.push(Packets.video(picture, gop: isKeyframe ? max(picture, 1) : .max, bytes: bytes))
        }
        while sound * 1024 * 1000 <= millisecond * 48000 {
            queue.push(Packets.audio(sound, bytes: 341))
            audioBytes += 341
            sound += 1
        }
    }

    private mutating func send(_ millisecond: Int64, _ time: Double) {
        guard wasConnected else { return }
        let served = min(kernel, Double(link(time)) / 8000)
        kernel -= served
        taken += served
        if served > 0 { flying.append((millisecond + 20, served)) }
        while let first = flying.first, first.at <= millisecond {
            acknowledged += flying.removeFirst().bytes
        }
        let room = min(65_536 - Int(kernel), unsent)
        kernel += Double(room)
        unsent -= room
        soundInHand = max(0, soundInHand - room)
        while unsent < 16_384, let packet = queue.pop() {
            unsent += packet.byteCount
            age = millisecond - packet.captureTime.nanoseconds / 1_000_000
        }
        // Between the chunks of a large picture.
        while soundInHand < 2000, unsent >= 16_384, let packet = queue.popSound() {
            unsent += packet.byteCount
            soundInHand += packet.byteCount
        }
    }

    // MARK: What came of it

    func rows(from start: Double, to end: Double) -> [Row] { rows.filter { $0.seconds >= start && $0.seconds < end } }

    /// Of what the link could take from `start` to `end`, the part it took.
    func used(from start: Double, to end: Double) -> Double {
        let rows = rows(from: start, to: end)
        let could = rows.reduce(0) { $0 + link($1.seconds) }
        return Double(rows.reduce(0) { $0 + $1.taken }) / Double(max(could, 1))
    }

    /// What was encoded from `start` to `end` on average, in bit/s.
    func encoded(from start: Double, to end: Double) -> Int {
        let rows = rows(from: start, to: end)
        return rows.reduce(0) { $0 + $1.encoded } / max(rows.count, 1)
    }

    /// The first time from `start` on from which the target satisfies `isMet`, in seconds after `start`.
    func delay(from start: Double, until isMet: (Row) -> Bool) -> Double? {
        rows.first { $0.seconds >= start && isMet($0) }.map { $0.seconds - start }
    }

    var longestQueue: Int64 { rows.map(\.queueMilliseconds).max() ?? 0 }

    /// The trial as a table, for people.
    var table: String {
        rows.enumerated().filter { $0.offset % 5 == 4 }.map { _, row in
            "\(row.seconds) target \(row.target / 1000) encoded \(row.encoded / 1000) taken \(row.taken / 1000) "
                + "queue \(row.queueMilliseconds) age \(row.age) n \(row.frameInterval)"
        }.joined(separator: "\n")
    }
}
