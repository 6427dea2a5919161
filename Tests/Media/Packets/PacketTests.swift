import OnAirMedia
import OnAirTestKit
import Testing

struct PacketTests {
    @Test("Bytes appended come back in order, across growth", arguments: 1...10)
    func appending(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let buffer = PacketPool(capacity: 1, initialSize: Int.random(in: 0...8, using: &generator)).take()
        var expected: [UInt8] = []
        for _ in 0..<50 {
            if Bool.random(using: &generator) {
                let value = UInt32.random(in: 0...UInt32.max, using: &generator)
                buffer.append(bigEndian: value)
                expected += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
            } else {
                let count = Int.random(in: 0...40, using: &generator)
                let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
                bytes.withUnsafeBytes { buffer.append($0) }
                expected += bytes
            }
            #expect(Array(buffer.bytes) == expected && buffer.count == expected.count)
        }
    }

    @Test("A pool starts each packet empty, keeps grown memory, and never runs out")
    func pool() {
        let pool = PacketPool(capacity: 1, initialSize: 4)
        do {
            let first = pool.take()
            first.append(bigEndian: 1)
            let extra = pool.take()
            extra.append(bigEndian: 2)
            #expect(first !== extra && Array(first.bytes) == [0, 0, 0, 1])
        }
        #expect(pool.take().count == 0)
    }

    @Test("A packet shows its payload and what it was made with")
    func packet() {
        let buffer = PacketPool(capacity: 1, initialSize: 4).take()
        buffer.append(bigEndian: 0x0102_0304)
        let packet = EncodedPacket(
            track: .video, presentationTime: .milliseconds(66), decodeTime: .milliseconds(33), isKeyframe: true,
            captureTime: HostTime(nanoseconds: 9), buffer: buffer)
        #expect(packet.byteCount == 4 && packet.withBytes { Array($0) } == [1, 2, 3, 4])
        #expect(packet.isKeyframe && packet.decodeTime < packet.presentationTime)
    }
}
