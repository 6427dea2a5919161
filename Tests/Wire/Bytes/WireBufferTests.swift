import OnAirMedia
import OnAirTestKit
import OnAirWire
import Testing

@Suite struct WireBufferTests {
    @Test("What is appended in any amounts comes out in order, whatever is consumed in between")
    func order() {
        var random = SeededGenerator(seed: 3)
        var buffer = WireBuffer(capacity: 64)
        var expected: [UInt8] = []
        var got: [UInt8] = []
        for round in 0..<2000 {
            let bytes = (0..<Int.random(in: 0...40, using: &random)).map { UInt8(truncatingIfNeeded: $0 + round) }
            buffer.append(bytes)
            expected += bytes
            let count = Int.random(in: 0...50, using: &random)
            got += buffer.withReadableBytes { $0.prefix(count) }
            buffer.consume(count)
        }
        got += buffer.bytes
        #expect(got == expected)
        #expect(buffer.totalAppended == UInt64(expected.count))
    }

    @Test("Fields are big-endian")
    func fields() {
        var buffer = WireBuffer()
        buffer.append(0x01)
        buffer.append16(0x0203)
        buffer.append24(0xFF04_0506)
        buffer.append32(0x0708_090A)
        buffer.append64(0x0B0C_0D0E_0F10_1112)
        #expect(buffer.bytes == Array(0x01...0x12))
    }

    @Test("Consuming more than there is empties it, consuming less than nothing keeps it")
    func consumingTooMuch() {
        var buffer = WireBuffer()
        buffer.append([1, 2, 3])
        buffer.consume(-1)
        #expect(buffer.count == 3)
        buffer.consume(1000)
        #expect(buffer.count == 0)
        #expect(buffer.bytes == [])
    }

    @Test("Once it has its size, memory is used again")
    func reuse() {
        var buffer = WireBuffer(capacity: 64)
        let bytes = [UInt8](repeating: 7, count: 1000)
        for _ in 0..<3 { buffer.append(bytes) }
        let (growths, capacity) = (buffer.growths, buffer.capacity)
        for _ in 0..<100_000 {
            buffer.consume(1000)
            buffer.append(bytes)
        }
        #expect(buffer.growths <= growths + 1)
        #expect(buffer.capacity <= capacity * 2)
        let settled = buffer.growths
        for _ in 0..<100_000 {
            buffer.consume(1000)
            buffer.append(bytes)
        }
        #expect(buffer.growths == settled)
    }
}
