import OnAirMedia

/// What the blocks of a GIF file say about it (GIF89a, 17–27), without decoding it.
struct GIFFile {
    /// A picture of it.
    struct Frame {
        let duration: MediaTime
        /// Where its blocks lie in the file; those of the first begin with the file's header.
        let range: Range<Int>
    }

    let size: PictureSize
    let frames: [Frame]
    /// How often it plays; nil for ever.
    let plays: Int?

    /// - Throws: `ImageError` of kind `broken` where it has no whole picture or ends inside one, `tooLarge` where its
    ///   pictures take too much memory.
    init(_ bytes: ImageBytes, name: String, limits: ImageLimits) throws(ImageError) {
        guard let width = bytes.littleEndian16(at: 6), let height = bytes.littleEndian16(at: 8),
            let flags = bytes[10]
        else { throw Self.broken(name) }
        size = PictureSize(width: width, height: height)
        try limits.check(size, in: name)
        var frames: [Frame] = []
        var plays: Int? = 1
        var offset = 13 + Self.paletteSize(flags)
        var start = 0
        var delay = 0
        // The trailer, or where there is none the end of the file.
        while let block = bytes[offset], block != 0x3B {
            switch (block, bytes[offset + 1]) {
            case (0x21, 0xF9?):
                delay = bytes.littleEndian16(at: offset + 4) ?? 0
                offset = try Self.skipBlocks(bytes, from: offset + 2, name)
            case (0x21, 0xFF?):
                // NETSCAPE2.0: how often it is repeated after it has played once.
                if bytes.matches("NETSCAPE2.0", at: offset + 3), bytes[offset + 15] == 1,
                    let count = bytes.littleEndian16(at: offset + 16)
                {
                    plays = count == 0 ? nil : count + 1
                }
                offset = try Self.skipBlocks(bytes, from: offset + 2, name)
            case (0x21, _): offset = try Self.skipBlocks(bytes, from: offset + 2, name)
            case (0x2C, _):
                guard let flags = bytes[offset + 9] else { throw Self.broken(name) }
                offset = try Self.skipBlocks(bytes, from: offset + 11 + Self.paletteSize(flags), name)
                try limits.check(size, frames: frames.count + 1, in: name)
                frames.append(
                    Frame(duration: AnimationTiming.duration(Int64(delay), 100), range: start..<offset))
                (start, delay) = (offset, 0)
            default: throw Self.broken(name)
            }
        }
        guard !frames.isEmpty else { throw Self.broken(name) }
        self.frames = frames
        self.plays = plays
    }

    private static func paletteSize(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }

    /// Behind the data blocks that start at `offset`.
    private static func skipBlocks(_ bytes: ImageBytes, from offset: Int, _ name: String) throws(ImageError) -> Int {
        var offset = offset
        while let length = bytes[offset] {
            offset += 1 + Int(length)
            if length == 0 { return offset }
        }
        throw broken(name)
    }

    private static func broken(_ name: String) -> ImageError {
        ImageError(
            .broken, "\(name) begins like a GIF picture but is cut or damaged.",
            advice: "Copy it again, or save it anew.")
    }
}
