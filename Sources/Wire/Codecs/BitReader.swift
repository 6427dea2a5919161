/// Reads the bits of an H.264 NAL unit's payload, most significant first, skipping emulation prevention bytes
/// (ITU-T H.264, 7.4.1.1). Every read past the end gives nil.
struct BitReader: Sendable {
    private let bytes: [UInt8]
    private var bit = 0

    /// A reader at the first bit after the NAL unit's header byte.
    init(payloadOf unit: [UInt8]) {
        var bytes: [UInt8] = []
        var zeros = 0
        for byte in unit.dropFirst() {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            bytes.append(byte)
        }
        self.bytes = bytes
    }

    mutating func bits(_ count: Int) -> UInt32? {
        guard count <= 32, count <= bytes.count * 8 - bit else { return nil }
        var value: UInt32 = 0
        for _ in 0..<count {
            value = value << 1 | UInt32(bytes[bit / 8] >> (7 - UInt8(bit % 8)) & 1)
            bit += 1
        }
        return value
    }

    /// An unsigned Exp-Golomb code (9.1); nil also above 2³¹.
    mutating func unsignedExpGolomb() -> UInt32? {
        var zeros = 0
        while let next = bits(1) {
            if next == 1 {
                guard let rest = bits(zeros) else { return nil }
                return (1 << UInt32(zeros)) - 1 + rest
            }
            zeros += 1
            guard zeros <= 31 else { return nil }
        }
        return nil
    }
}
