import OnAirMedia
import OnAirPublish
import OnAirTestKit
import Testing

@Suite("SendQueue")
struct SendQueueTests {
    private final class Requests: Sendable {
        private let count = Lock(0)
        var total: Int { count.withLock { $0 } }
        func add() { count.withLock { $0 += 1 } }
    }

    private let requests = Requests()

    private func makeQueue(
        _ limits: SendLimits = SendLimits(), isOpen: Bool = true, format: ProgramFormat = Packets.format
    )
        -> SendQueue
    {
        let requests = requests
        return SendQueue(format: format, limits: limits, isOpen: isOpen, consumer: nil) { requests.add() }
    }

    private func drain(_ queue: SendQueue) -> [EncodedPacket] {
        var packets: [EncodedPacket] = []
        while let packet = queue.pop() { packets.append(packet) }
        return packets
    }

    @Test("Begins with a keyframe; what comes before is not a loss, and one is asked for where none comes first")
    func beginning() {
        let queue = makeQueue()
        for packet in Packets.program(seconds: 3) where packet.decodeTime >= FrameRate(30).time(ofFrame: 7) {
            queue.push(packet)
        }
        let packets = drain(queue)
        #expect(packets.first?.track == .video)
        #expect(packets.first?.isKeyframe == true)
        #expect(packets.first?.decodeTime == FrameRate(30).time(ofFrame: 60))
        #expect(queue.dropped.total == 0)
        #expect(requests.total == 2)  // 53 pictures without a keyframe: asked again after a second
    }

    @Test("Sound that comes before an encoder's first picture is no reason to ask for another keyframe")
    func soundFirst() {
        let queue = makeQueue()
        queue.push(Packets.audio(0))
        queue.push(Packets.audio(1))
        queue.push(Packets.video(0))
        #expect(requests.total == 0)
        #expect(drain(queue).map(\.track) == [.video])
    }

    @Test("A shut queue takes nothing; opening asks for a keyframe once")
    func opening() {
        let queue = makeQueue(isOpen: false)
        for packet in Packets.program(seconds: 1) { queue.push(packet) }
        #expect(queue.level.packets == 0)
        #expect(requests.total == 0)
        queue.open()
        #expect(requests.total == 1)
        for index in 31..<60 { queue.push(Packets.video(Int64(index))) }
        #expect(requests.total == 1)
        #expect(queue.level.packets == 0)
        queue.push(Packets.video(60))
        #expect(queue.level.packets == 1)
    }

    @Test("Packets leave in the order they came, with what waits told per track")
    func orderAndLevel() {
        let queue = makeQueue()
        let packets = Packets.program(seconds: 1)
        for packet in packets { queue.push(packet) }
        let level = queue.level
        #expect(level.video.packets == 30)
        #expect(level.video.bytes == 30_000)
        #expect(level.video.milliseconds == 967)
        #expect(level.audio.packets == 46)
        #expect(level.audio.bytes == 46 * 300)
        #expect(level.audio.milliseconds == 960)
        #expect(drain(queue).map(\.decodeTime) == packets.map(\.decodeTime))
        #expect(queue.level == SendLevel())
    }

    @Test("Too long a queue gives up pictures to the next waiting keyframe, keeps the sound, and needs no new keyframe")
    func dropsToKeyframe() {
        let queue = makeQueue()
        let packets = Packets.program(seconds: 3, gop: 45).filter { $0.decodeTime <= FrameRate(30).time(ofFrame: 61) }
        for packet in packets { queue.push(packet) }
        let left = drain(queue)
        // Pictures 0…60 span 2 s exactly and fit; 61 is too much.
        let pictures = left.filter { $0.track == .video }
        #expect(pictures.first?.decodeTime == FrameRate(30).time(ofFrame: 45))
        #expect(pictures.count == 17)
        #expect(left.filter { $0.track == .audio }.count == packets.filter { $0.track == .audio }.count)
        #expect(queue.dropped == SendLosses(video: 45, audio: 0))
        #expect(queue.ledger[.dropped] == 45)
        #expect(requests.total == 0)
    }

    @Test("A link that carries half of it loses pictures and not one sound packet")
    func slowLink() {
        let queue = makeQueue()
        let packets = Packets.program(seconds: 60, videoBytes: 4000)
        // 30 · 4000 + 47 · 300 bytes a second come; 70,000 go.
        var budget = 0
        var last = MediaTime.zero
        var sounds = 0
        for packet in packets {
            queue.push(packet)
            budget += Int((packet.decodeTime - last).nanoseconds * 70_000 / 1_000_000_000)
            last = packet.decodeTime
            while budget > 0, let sent = queue.pop() {
                budget -= sent.byteCount
                if sent.track == .audio { sounds += 1 }
            }
        }
        sounds += drain(queue).filter { $0.track == .audio }.count
        #expect(queue.dropped.video > 500)
        #expect(queue.dropped.audio == 0)
        #expect(sounds == packets.filter { $0.track == .audio }.count)
        #expect(requests.total < 60)
    }

    @Test("Without a waiting keyframe all pictures go, and one keyframe is asked for")
    func dropsAll() {
        let queue = makeQueue()
        for index in 0..<70 { queue.push(Packets.video(Int64(index), gop: 1000)) }
        #expect(queue.level.video.packets == 0)
        #expect(queue.dropped.video == 70)
        #expect(requests.total == 1)
        queue.push(Packets.video(70, gop: 70))
        #expect(queue.level.video.packets == 1)
        #expect(requests.total == 1)
    }

    @Test("A dead network makes no storm of keyframe requests, and bounds what waits")
    func noStorm() {
        let queue = makeQueue()
        var isKey = true
        var asked = 0
        // 60 s in which nothing leaves; the encoder answers each request with the next picture.
        for packet in Packets.program(seconds: 60, gop: 100_000) {
            guard packet.track == .video else {
                queue.push(packet)
                continue
            }
            let index = packet.decodeTime.value(inTimescale: 30)
            queue.push(Packets.video(index, gop: isKey ? max(index, 1) : 100_000))
            isKey = requests.total > asked
            asked = requests.total
            let level = queue.level
            #expect(level.video.milliseconds <= 2000 && level.audio.milliseconds <= 2250)
        }
        #expect(requests.total <= 30)
        #expect(queue.dropped.audio > 2000)
    }

    @Test("Too many bytes count too, and one packet above the bound still passes")
    func bytes() {
        let queue = makeQueue(SendLimits(bytes: 10_000))
        queue.push(Packets.video(0, bytes: 50_000))
        #expect(queue.level.bytes == 50_000)
        queue.push(Packets.video(1, bytes: 1000))
        #expect(queue.level.video.packets == 0)
        #expect(queue.dropped.video == 2)
        for index in 0..<20 { queue.push(Packets.audio(Int64(index), bytes: 1000)) }
        #expect(queue.level.audio.packets <= 10)
        #expect(queue.dropped.audio == Int64(20 - queue.level.audio.packets))
    }

    @Test("Sound alone above the bound loses its oldest packets, counted")
    func soundLast() {
        let format = ProgramFormat(video: nil, audio: Packets.audioFormat)
        let queue = makeQueue(format: format)
        for index in 0..<200 { queue.push(Packets.audio(Int64(index))) }
        let left = drain(queue)
        #expect(left.count == 106)  // 105 · 21.33 ms = 2240 ms of at most 2000 + 250
        #expect(left.last?.decodeTime == MediaTime(value: 199 * 1024, timescale: 48000))
        #expect(queue.dropped == SendLosses(video: 0, audio: 94))
    }

    @Test("Closed, it takes nothing more, gives what it has, and then is finished")
    func closing() {
        let queue = makeQueue()
        queue.push(Packets.video(0))
        queue.close()
        queue.push(Packets.video(1))
        #expect(!queue.isFinished)
        #expect(drain(queue).count == 1)
        #expect(queue.isFinished)
    }

    @Test("Whatever arrives and leaves, what leaves decodes: no picture follows a gap without a keyframe")
    func decodable() {
        var random = SeededGenerator(seed: 5)
        for round in 0..<40 {
            let queue = makeQueue(
                SendLimits(
                    milliseconds: .random(in: 100...2000, using: &random),
                    bytes: .random(in: 2000...60_000, using: &random)))
            var expected: Int64?
            let gop = Int64.random(in: 1...90, using: &random)
            let rate = Int.random(in: 0...3, using: &random)
            func check(_ packet: EncodedPacket) {
                guard packet.track == .video else { return }
                let index = packet.decodeTime.value(inTimescale: 30)
                if index != expected { #expect(packet.isKeyframe, "round \(round), picture \(index)") }
                expected = index + 1
            }
            for packet in Packets.program(seconds: 10, gop: gop) {
                queue.push(packet)
                for _ in 0..<Int.random(in: 0...rate, using: &random) {
                    if let packet = queue.pop() { check(packet) }
                }
            }
            for packet in drain(queue) { check(packet) }
        }
    }
}
