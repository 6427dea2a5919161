/// Reads the byte stream format of H.264 (ITU-T H.264, Annex B): NAL units, each after a start code.
package enum AnnexB {
    /// Calls `body` with each NAL unit in `stream`, in order, without start code and without the zero bytes that may
    /// follow a unit.
    package static func forEachUnit(in stream: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
        var start = startCode(in: stream, from: 0).map { $0 + 3 }
        while let begin = start {
            let next = startCode(in: stream, from: begin)
            var end = next ?? stream.count
            // A unit ends in its stop bit, so zero bytes at its end belong to the next start code.
            while end > begin, stream[end - 1] == 0 { end -= 1 }
            if end > begin { body(UnsafeRawBufferPointer(rebasing: stream[begin..<end])) }
            start = next.map { $0 + 3 }
        }
    }

    /// Puts a start code where each NAL unit has its length in 4 bytes, big-endian (ISO/IEC 14496-15, 5.3.3.1.2): both are of
    /// one size. Stops where a length leads out of `units`.
    package static func replaceLengths(in units: UnsafeMutableBufferPointer<UInt8>) {
        var position = 0
        while position + 4 <= units.count {
            let length = units[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
            for (index, byte) in [0, 0, 0, 1].enumerated() { units[position + index] = UInt8(byte) }
            position += 4 + length
        }
    }

    /// Where the next 00 00 01 begins, at or after `position`.
    private static func startCode(in stream: UnsafeRawBufferPointer, from position: Int) -> Int? {
        guard let base = stream.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return nil }
        // Looks at every third byte: a start code cannot hide around a byte above 1.
        var index = position + 2
        while index < stream.count {
            switch base[index] {
            case 0: index += 1
            case 1:
                if base[index - 1] == 0, base[index - 2] == 0 { return index - 2 }
                index += 3
            default: index += 3
            }
        }
        return nil
    }
}
