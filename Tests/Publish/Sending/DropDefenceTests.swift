import OnAirMedia
import OnAirPublish
import OnAirTestKit
import Testing

@Suite("Order of defence of a send queue")
struct DropDefenceTests {
    private final class Requests: Sendable {
        private let counts = Lock((beginning: 0, recovery: 0))
        var beginning: Int { counts.withLock { $0.beginning } }
        var recovery: Int { counts.withLock { $0.recovery } }
        func begin() { counts.withLock { $0.beginning += 1 } }
        func recover() { counts.withLock { $0.recovery += 1 } }
    }

    private let requests = Requests()

    private func makeQueue(_ limits: SendLimits = SendLimits()) -> SendQueue {
        let requests = requests
        return SendQueue(
            format: Packets.format, limits: limits, isOpen: true, consumer: nil,
            requestRecovery: { requests.recover() }, requestKeyframe: { requests.begin() })
    }

    /// Keyframes each `gop` pictures, every second one of the others disposable.
    private func picture(_ index: Int64, gop: Int64 = 1000, bytes: Int = 1000) -> EncodedPacket {
        Packets.video(index, gop: gop, bytes: bytes, isDisposable: index % gop != 0 && index % 2 == 1)
    }

    private func drain(_ queue: SendQueue) -> [EncodedPacket] {
        var packets: [EncodedPacket] = []
        while let packet = queue.pop() { packets.append(packet) }
        return packets
    }

    @Test("From half of the bound on, pictures that no other refers to are left out, and nothing else")
    func disposableFirst() {
        let queue = makeQueue()
        for index in Int64(0)...58 { queue.push(picture(index)) }
        // Half of 2 s is 30 pictures: those that waited and all that came after.
        #expect(queue.dropped == SendLosses(video: 29, disposable: 29))
        let left = drain(queue)
        #expect(left.map { $0.decodeTime.value(inTimescale: 30) } == Array(stride(from: 0, through: 58, by: 2)))
        #expect(requests.recovery == 0 && requests.beginning == 0)
        #expect(queue.level == SendLevel())
        // Calm again: all are taken.
        for index in Int64(60)...71 { queue.push(picture(index)) }
        #expect(drain(queue).count == 12)
    }

    @Test("Half of the bytes count like half of the time")
    func bytes() {
        let queue = makeQueue(SendLimits(bytes: 40_000))
        for index in Int64(0)..<30 { queue.push(picture(index)) }
        #expect(queue.dropped.disposable > 0)
        #expect(queue.dropped.video == queue.dropped.disposable)
        #expect(queue.level.video.bytes == queue.level.video.packets * 1000)
    }

    @Test("Where none is left to leave out, the rest of the group goes, and one keyframe is asked for")
    func groupThen() {
        let queue = makeQueue()
        var log: [String] = []
        for index in Int64(0)..<70 {
            let before = (queue.dropped, requests.recovery)
            queue.push(picture(index))
            let after = queue.dropped
            if after.disposable > before.0.disposable { log.append("disposable") }
            if after.video - after.disposable > before.0.video - before.0.disposable { log.append("group") }
            if requests.recovery > before.1 { log.append("keyframe") }
        }
        var order: [String] = []
        for entry in log where !order.contains(entry) { order.append(entry) }
        #expect(order == ["disposable", "group", "keyframe"])
        #expect(requests.recovery == 1 && requests.beginning == 0)
        #expect(queue.dropped.audio == 0)
    }

    @Test("Where pictures and sound wait equally long, the pictures give way and the sound does not")
    func picturesBeforeSound() {
        let queue = makeQueue()
        for packet in Packets.program(seconds: 3, gop: 1000).filter({ $0.decodeTime.milliseconds <= 2200 }) {
            queue.push(packet)
        }
        #expect(queue.dropped.video > 60 && queue.dropped.audio == 0)
        for index in Int64(104)..<120 { queue.push(Packets.audio(index)) }
        #expect(queue.dropped.audio > 0)
        #expect(queue.level.audio.milliseconds <= 2250)
    }

    @Test(
        "Drop log of a link that is too slow for a minute: keyframes are asked for, each at most once in a second, and used"
    )
    func dropLog() {
        let queue = makeQueue()
        var askedAt: [MediaTime] = []
        var lost: [Int64] = []
        var sent: [Int64] = []
        var budget = 0
        var keyframeDue = true
        for index in Int64(0)..<1800 {
            let time = FrameRate(30).time(ofFrame: index)
            let before = (requests.recovery, queue.dropped.video)
            // The encoder answers a request with its next picture; else a keyframe comes each ten seconds.
            let isKeyframe = keyframeDue || index % 300 == 0
            keyframeDue = false
            queue.push(Packets.video(index, gop: isKeyframe ? max(index, 1) : 100_000, bytes: 4000))
            if requests.recovery > before.0 {
                askedAt.append(time)
                keyframeDue = true
            }
            if queue.dropped.video > before.1 { lost.append(index) }
            budget += 1500
            while budget > 0, let packet = queue.pop() {
                budget -= packet.byteCount
                sent.append(packet.decodeTime.value(inTimescale: 30))
            }
        }
        #expect(!askedAt.isEmpty && askedAt.count <= 30)
        for (first, second) in zip(askedAt, askedAt.dropFirst()) { #expect((second - first).milliseconds >= 1000) }
        #expect(requests.beginning == 0)
        // A third of it gets through: the link was used.
        #expect((600...760).contains(sent.count), "\(sent.count)")
        #expect(Int64(sent.count) + queue.dropped.video + Int64(queue.level.video.packets) == 1800)
    }
}
