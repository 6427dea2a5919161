import OnAirMedia

/// What the markers of a JPEG file say about it (ITU-T T.81, annex B), without decoding it.
struct JPEGFile {
    let size: PictureSize
    let orientation: ImageOrientation

    /// - Throws: `ImageError` of kind `broken` where there is no picture in it, or it ends before its picture does.
    init(_ bytes: ImageBytes, name: String) throws(ImageError) {
        var size: PictureSize?
        var orientation: ImageOrientation?
        var offset = 2
        while let marker = Self.nextMarker(bytes, from: &offset) {
            guard let length = bytes.bigEndian16(at: offset), length >= 2 else { break }
            let (body, end) = (offset + 2, offset + length)
            switch marker {
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                if let height = bytes.bigEndian16(at: body + 1), let width = bytes.bigEndian16(at: body + 3) {
                    size = size ?? PictureSize(width: width, height: height)
                }
            case 0xE1 where bytes.matches("Exif\0\0", at: body):
                orientation = orientation ?? ExifOrientation.read(bytes, at: body + 6, end: min(end, bytes.count))
            case 0xDA:
                guard let size, Self.hasEnd(bytes, from: end) else { throw Self.cut(name) }
                self.size = size
                self.orientation = orientation ?? .up
                return
            default: break
            }
            offset = end
        }
        throw Self.cut(name)
    }

    private static func nextMarker(_ bytes: ImageBytes, from offset: inout Int) -> UInt8? {
        guard bytes[offset] == 0xFF else { return nil }
        // Any number of fill bytes may stand before a marker.
        while let byte = bytes[offset], byte == 0xFF { offset += 1 }
        defer { offset += 1 }
        guard let marker = bytes[offset], marker != 0, marker != 0xD9 else { return nil }
        return marker
    }

    /// Whether the end of the picture comes somewhere behind `start`.
    private static func hasEnd(_ bytes: ImageBytes, from start: Int) -> Bool {
        guard start + 2 <= bytes.count else { return false }
        return bytes.bytes.withUnsafeBufferPointer { bytes in
            for index in start..<(bytes.count - 1) where bytes[index] == 0xFF && bytes[index + 1] == 0xD9 {
                return true
            }
            return false
        }
    }

    private static func cut(_ name: String) -> ImageError {
        ImageError(
            .broken, "\(name) begins like a JPEG picture but holds no whole one.",
            advice: "Copy it again, or save it anew.")
    }
}
