import OnAirMedia

/// What the chunks of a PNG file say about it (PNG, second edition, 11; APNG 1.0), without decoding it.
struct PNGFile {
    /// A picture of an animation.
    struct Frame {
        let duration: MediaTime
        /// Its control chunk and its data, as the decoder wants them.
        var bytes: [UInt8]
    }

    let size: PictureSize
    let orientation: ImageOrientation
    /// In an animation: all pictures; else empty.
    let frames: [Frame]
    /// Chunks that hold for all pictures, as the decoder wants them.
    let header: [UInt8]
    /// How often an animation plays; nil for ever.
    let plays: Int?

    /// - Throws: `ImageError` of kind `broken` where a chunk is missing or cut, `tooLarge` where it has too many pixels.
    init(_ bytes: ImageBytes, name: String, limits: ImageLimits) throws(ImageError) {
        var walk = Walk(bytes: bytes, name: name, limits: limits)
        while !walk.isAtEnd { try walk.readChunk() }
        guard let size = walk.size else { throw Self.broken(name) }
        self.size = size
        orientation = walk.orientation
        frames = walk.frames
        header = walk.header
        plays = walk.plays
    }

    fileprivate static func broken(_ name: String) -> ImageError {
        ImageError(
            .broken, "\(name) begins like a PNG picture but is cut or damaged.",
            advice: "Copy it again, or save it anew.")
    }
}

/// Goes from chunk to chunk.
private struct Walk {
    let bytes: ImageBytes
    let name: String
    let limits: ImageLimits
    var offset = 8
    var isAtEnd = false
    var size: PictureSize?
    var orientation = ImageOrientation.up
    var frames: [PNGFile.Frame] = []
    var header: [UInt8] = []
    var plays: Int?
    private var isAnimation = false
    private var hasData = false

    init(bytes: ImageBytes, name: String, limits: ImageLimits) {
        (self.bytes, self.name, self.limits) = (bytes, name, limits)
    }

    mutating func readChunk() throws(ImageError) {
        guard let length = bytes.bigEndian32(at: offset), offset + 12 + length <= bytes.count else {
            throw PNGFile.broken(name)
        }
        let (body, end) = (offset + 8, offset + 12 + length)
        let chunk = bytes.bytes[offset..<end]
        func isCalled(_ type: String) -> Bool { bytes.matches(type, at: body - 4) }
        if size == nil {
            guard isCalled("IHDR"), length == 13, let width = bytes.bigEndian32(at: body),
                let height = bytes.bigEndian32(at: body + 4)
            else { throw PNGFile.broken(name) }
            // At once: what is counted of its frames later relies on it.
            try limits.check(PictureSize(width: width, height: height), in: name)
            size = PictureSize(width: width, height: height)
            header += chunk
        } else if isCalled("IEND") {
            guard hasData else { throw PNGFile.broken(name) }
            isAtEnd = true
        } else if isCalled("IDAT") {
            hasData = true
            // Before the first control chunk it is the picture for programs that know no animations.
            if !frames.isEmpty { frames[frames.count - 1].bytes += chunk }
        } else if isCalled("fdAT") {
            guard !frames.isEmpty else { throw PNGFile.broken(name) }
            frames[frames.count - 1].bytes += chunk
        } else if isCalled("acTL"), !hasData, length == 8 {
            isAnimation = true
            let count = bytes.bigEndian32(at: body + 4) ?? 0
            plays = count == 0 ? nil : count
            header += chunk
        } else if isCalled("fcTL"), isAnimation, length == 26 {
            try limits.check(size ?? PictureSize(width: 1, height: 1), frames: frames.count + 1, in: name)
            frames.append(PNGFile.Frame(duration: duration(at: body), bytes: Array(chunk)))
        } else {
            if isCalled("eXIf") { orientation = ExifOrientation.read(bytes, at: body, end: end - 4) }
            if !hasData, frames.isEmpty { header += chunk }
        }
        offset = end
    }

    private func duration(at body: Int) -> MediaTime {
        let top = bytes.bigEndian16(at: body + 20) ?? 0
        let bottom = bytes.bigEndian16(at: body + 22) ?? 0
        return AnimationTiming.duration(Int64(top), Int64(bottom == 0 ? 100 : bottom))
    }
}
