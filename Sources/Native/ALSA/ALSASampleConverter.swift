/// Turns a card's samples into interleaved 32-bit float, full scale ±1. A pure value.
///
/// An integer of n bits counts as a part of 2^(n − 1), so the most negative one is −1 exactly.
package struct ALSASampleConverter: Hashable, Sendable {
    private let format: ALSASampleFormat
    private let cardChannels: Int
    private let channels: Int

    /// - Parameters:
    ///   - format: how the card writes a sample.
    ///   - cardChannels: how many channels it writes, at least `channels`.
    ///   - channels: how many of them, from the first on, are wanted.
    package init(_ format: ALSASampleFormat, cardChannels: Int, channels: Int) {
        (self.format, self.cardChannels, self.channels) = (format, cardChannels, channels)
    }

    /// Bytes of one sample of all the card's channels.
    package var frameByteCount: Int { format.byteCount * cardChannels }

    /// Converts as many whole frames as there are and as there is room for.
    ///
    /// - Returns: how many.
    @discardableResult
    package func convert(_ bytes: UnsafeRawBufferPointer, into samples: UnsafeMutableBufferPointer<Float>) -> Int {
        let count = min(bytes.count / frameByteCount, samples.count / channels)
        // One loop for each format: the choice is made once, not for each sample.
        switch format {
        case .signed32Little: fill(samples, count) { scaled(Int32(littleEndian: load(bytes, $0))) }
        case .signed32Big: fill(samples, count) { scaled(Int32(bigEndian: load(bytes, $0))) }
        case .float32Little: fill(samples, count) { sane(UInt32(littleEndian: load(bytes, $0))) }
        case .float32Big: fill(samples, count) { sane(UInt32(bigEndian: load(bytes, $0))) }
        // What the highest byte holds is not told: drivers leave there what they like.
        case .signed24Little: fill(samples, count) { scaled(Int32(littleEndian: load(bytes, $0)) << 8) }
        case .signed24Big: fill(samples, count) { scaled(Int32(bigEndian: load(bytes, $0)) << 8) }
        case .packed24Little: fill(samples, count) { scaled(packedLittle(bytes, $0) << 8) }
        case .packed24Big: fill(samples, count) { scaled(packedBig(bytes, $0) << 8) }
        case .packed20Little: fill(samples, count) { scaled(packedLittle(bytes, $0) << 12) }
        case .packed20Big: fill(samples, count) { scaled(packedBig(bytes, $0) << 12) }
        case .packed18Little: fill(samples, count) { scaled(packedLittle(bytes, $0) << 14) }
        case .packed18Big: fill(samples, count) { scaled(packedBig(bytes, $0) << 14) }
        case .signed16Little: fill(samples, count) { scaled(Int32(Int16(littleEndian: load(bytes, $0))) << 16) }
        case .signed16Big: fill(samples, count) { scaled(Int32(Int16(bigEndian: load(bytes, $0))) << 16) }
        case .unsigned16Little:
            fill(samples, count) { scaled(Int32(Int(UInt16(littleEndian: load(bytes, $0))) - 0x8000) << 16) }
        case .unsigned16Big:
            fill(samples, count) { scaled(Int32(Int(UInt16(bigEndian: load(bytes, $0))) - 0x8000) << 16) }
        case .signed8: fill(samples, count) { scaled(Int32(Int8(bitPattern: bytes[$0])) << 24) }
        case .unsigned8: fill(samples, count) { scaled(Int32(Int(bytes[$0]) - 0x80) << 24) }
        }
        return count
    }

    @inline(__always)
    private func fill(
        _ samples: UnsafeMutableBufferPointer<Float>, _ count: Int, _ sample: (_ offset: Int) -> Float
    ) {
        for frame in 0..<count {
            for channel in 0..<channels {
                samples[frame * channels + channel] = sample(
                    frame * frameByteCount + channel * format.byteCount)
            }
        }
    }
}

@inline(__always)
private func load<Value: BitwiseCopyable>(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Value {
    bytes.loadUnaligned(fromByteOffset: offset, as: Value.self)
}

@inline(__always)
private func packedLittle(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int32 {
    Int32(bytes[offset]) | Int32(bytes[offset + 1]) << 8 | Int32(bytes[offset + 2]) << 16
}

@inline(__always)
private func packedBig(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int32 {
    Int32(bytes[offset + 2]) | Int32(bytes[offset + 1]) << 8 | Int32(bytes[offset]) << 16
}

@inline(__always)
private func scaled(_ value: Int32) -> Float { Float(value) * 0x1p-31 }

/// A float that a card wrote; silence for what is no number.
@inline(__always)
private func sane(_ bits: UInt32) -> Float {
    let value = Float(bitPattern: bits)
    return value.isFinite ? value : 0
}
