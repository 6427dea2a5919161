/// Writes GIF files by the book (GIF89a), without compressing: what an animation should look like is known here.
struct GIFMaker {
    /// A picture: a rectangle of one colour of the palette.
    struct Frame {
        var x = 0
        var y = 0
        var width = 4
        var height = 4
        /// 0 black, 1 red, 2 green, 3 transparent.
        var color = 1
        /// Hundredths of a second.
        var delay = 10
        /// 0 unspecified, 1 stays, 2 cleared, 3 as before.
        var disposal = 1
    }

    /// How often it repeats after the first time, 0 for ever; nil leaves the extension out.
    var loops: Int?
    var hasTrailer = true

    func bytes(_ frames: [Frame]) -> [UInt8] {
        var bytes = Array("GIF89a".utf8) + [4, 0, 4, 0, 0x91, 0, 0]
        bytes += [0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255]
        if let loops {
            bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, UInt8(loops & 255), UInt8(loops >> 8), 0]
        }
        for frame in frames {
            bytes += [
                0x21, 0xF9, 4, UInt8(frame.disposal << 2 | 1), UInt8(frame.delay & 255), UInt8(frame.delay >> 8), 3, 0,
            ]
            bytes += [0x2C, UInt8(frame.x), 0, UInt8(frame.y), 0, UInt8(frame.width), 0, UInt8(frame.height), 0, 0]
            let data = Self.codes(Array(repeating: frame.color, count: frame.width * frame.height))
            bytes += [2, UInt8(data.count)] + data + [0]
        }
        return hasTrailer ? bytes + [0x3B] : bytes
    }

    /// Each pixel after a clear code, so that codes stay three bits wide.
    private static func codes(_ pixels: [Int]) -> [UInt8] {
        let codes = pixels.flatMap { [4, $0] } + [5]
        let bits = codes.flatMap { code in (0..<3).map { code >> $0 & 1 } }
        return stride(from: 0, to: bits.count, by: 8).map { start in
            UInt8(bits[start..<min(start + 8, bits.count)].enumerated().reduce(0) { $0 | $1.element << $1.offset })
        }
    }
}
