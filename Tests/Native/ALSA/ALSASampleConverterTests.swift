import OnAirALSA
import Testing

@Suite("ALSASampleConverter")
struct ALSASampleConverterTests {
    /// How each format is laid out, written down from libasound's list of formats (snd_pcm_format_t): significant bits,
    /// bytes, whether the lowest byte comes first, whether zero is in the middle.
    private static let layouts: [(ALSASampleFormat, bits: Int, bytes: Int, isLittle: Bool, isSigned: Bool)] = [
        (.signed32Little, 32, 4, true, true), (.signed32Big, 32, 4, false, true),
        (.signed24Little, 24, 4, true, true), (.signed24Big, 24, 4, false, true),
        (.packed24Little, 24, 3, true, true), (.packed24Big, 24, 3, false, true),
        (.packed20Little, 20, 3, true, true), (.packed20Big, 20, 3, false, true),
        (.packed18Little, 18, 3, true, true), (.packed18Big, 18, 3, false, true),
        (.signed16Little, 16, 2, true, true), (.signed16Big, 16, 2, false, true),
        (.unsigned16Little, 16, 2, true, false), (.unsigned16Big, 16, 2, false, false),
        (.signed8, 8, 1, true, true), (.unsigned8, 8, 1, true, false),
    ]

    private func converted(_ format: ALSASampleFormat, _ bytes: [UInt8], cardChannels: Int = 1, channels: Int = 1)
        -> [Float]
    {
        let converter = ALSASampleConverter(format, cardChannels: cardChannels, channels: channels)
        var samples = [Float](repeating: .nan, count: bytes.count / converter.frameByteCount * channels)
        let count = bytes.withUnsafeBytes { bytes in
            samples.withUnsafeMutableBufferPointer { converter.convert(bytes, into: $0) }
        }
        #expect(count * channels == samples.count)
        return samples
    }

    @Test("Every integer format gives the number it stands for, as a part of full scale")
    func integers() {
        for (format, bits, width, isLittle, isSigned) in Self.layouts {
            #expect(format.byteCount == width)
            let full = Int64(1) << (bits - 1)
            var values = [-full, -full + 1, -1, 0, 1, full / 3, full - 1]
            values += (0..<200).map { _ in Int64.random(in: -full..<full) }
            // What lies above the significant bits is nobody's business.
            for above in [UInt64(0), UInt64.max] {
                var bytes: [UInt8] = []
                for value in values {
                    let raw = UInt64(bitPattern: isSigned ? value : value + full)
                    let mask = bits == 64 ? UInt64.max : (1 << UInt64(bits)) - 1
                    let word = raw & mask | above & ~mask
                    let little = (0..<width).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) }
                    bytes += isLittle ? little : little.reversed()
                }
                let wanted = values.map { Float(Double($0) / Double(full)) }
                #expect(converted(format, bytes) == wanted, "\(format)")
            }
        }
    }

    @Test("Float comes through as it is, and what is no number is silence")
    func floats() {
        let values: [Float] = [0, -0, 1, -1, 0.25, 1.5, .infinity, -.infinity, .nan, .leastNonzeroMagnitude]
        let wanted: [Float] = [0, 0, 1, -1, 0.25, 1.5, 0, 0, 0, .leastNonzeroMagnitude]
        let little = values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * $0)) } }
        let big = values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> (24 - 8 * $0)) }
        }
        #expect(converted(.float32Little, little) == wanted)
        #expect(converted(.float32Big, big) == wanted)
    }

    @Test("Of many channels the first are given, each sample in its place", arguments: [1, 2])
    func channels(wanted: Int) {
        // Frame f, channel c is 10 f + c.
        let bytes = (0..<6).flatMap { frame in (0..<5).map { UInt8(10 * frame + $0) } }
        let samples = converted(.signed8, bytes, cardChannels: 5, channels: wanted)
        let expected = (0..<6).flatMap { frame in (0..<wanted).map { Float(10 * frame + $0) / 128 } }
        #expect(samples == expected)
    }

    @Test("A part of a frame is left, and no more is written than there is room for")
    func bounds() {
        let converter = ALSASampleConverter(.signed16Little, cardChannels: 2, channels: 2)
        let bytes = [UInt8](repeating: 0, count: 4 * 3 + 3)
        var samples = [Float](repeating: 7, count: 5)
        let count = bytes.withUnsafeBytes { bytes in
            samples.withUnsafeMutableBufferPointer { converter.convert(bytes, into: $0) }
        }
        #expect(count == 2)
        #expect(samples == [0, 0, 0, 0, 7])
    }
}
