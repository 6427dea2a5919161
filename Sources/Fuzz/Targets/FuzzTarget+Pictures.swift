import OnAirImages
import OnAirMedia
import OnAirTestKit

extension FuzzTarget {
    /// Picture files: pictures within the limits, all of one size, or a typed error.
    static let pictures = FuzzTarget(
        "pictures", share: 4, seeds: pictureSeeds,
        words: [
            "IHDR", "IDAT", "IEND", "acTL", "fcTL", "fdAT", "eXIf", "tRNS", "Exif\0\0", "II*\0", "NETSCAPE2.0", "VP8X",
            "ANMF",
        ]
        .map { Array($0.utf8) } + [
            [0xFF, 0xD8], [0xFF, 0xDA], [0xFF, 0xD9], [0xFF, 0xC0], [0x21, 0xF9, 4], [0x2C], [0x3B],
        ],
        check: { input, _ throws(FuzzFinding) in
            let limits = ImageLimits(side: 256, pixels: 1 << 14, animationBytes: 1 << 20)
            guard let sequence = try? ImageReader.decode(input, name: "input", limits: limits) else { return }
            let size = sequence.size
            try FuzzFinding.unless(
                size.width <= 256 && size.height <= 256 && size.width * size.height <= 1 << 14, "\(size) is too large")
            try FuzzFinding.unless(
                sequence.frames.allSatisfy { $0.bitmap.size == size && $0.duration > .zero }, "its pictures differ")
        })

    private static var pictureSeeds: [[UInt8]] {
        let bitmap = ImageBitmap(size: PictureSize(width: 5, height: 3)) { pixels, stride in
            for index in 0..<15 { pixels[index / 5 * stride + index % 5 * 4 + 3] = UInt8(17 * index) }
        }
        let png = (try? ImageWriter.png(bitmap)) ?? []
        let jpeg = (try? ImageWriter.jpeg(bitmap, quality: 30)) ?? []
        // Two pictures of 1x1.
        let gif: [UInt8] =
            Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
            + [0x21, 0xF9, 4, 9, 5, 0, 1, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
            + [0x21, 0xF9, 4, 8, 5, 0, 1, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4C, 1, 0, 0x3B]
        // One pixel without loss.
        let webP: [UInt8] =
            Array("RIFF".utf8) + [26, 0, 0, 0] + Array("WEBPVP8L".utf8)
            + [13, 0, 0, 0, 0x2F, 0, 0, 0, 0x10, 7, 0x10, 0x11, 0x11, 0x88, 0x88, 0xFE, 7, 0]
        return [
            png, jpeg, gif, webP, animated(png), Array("P6 2 1 255 abcdef".utf8),
            Array("qoif".utf8) + [0, 0, 0, 2, 0, 0, 0, 1, 4, 0, 0xC1, 0, 0, 0, 0, 0, 0, 0, 1],
        ]
    }

    /// The picture twice as an animation; checksums are left out, as the decoder does.
    private static func animated(_ png: [UInt8]) -> [UInt8] {
        guard png.count > 57 else { return png }
        func chunk(_ type: String, _ body: [UInt8]) -> [UInt8] {
            [0, 0, 0, UInt8(body.count & 255)] + Array(type.utf8) + body + [0, 0, 0, 0]
        }
        func control(_ number: UInt8) -> [UInt8] {
            chunk("fcTL", [0, 0, 0, number, 0, 0, 0, 5, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 10, 1, 1])
        }
        // What lies between the header and the end, and the data in it.
        let middle = Array(png[33..<(png.count - 12)])
        var data: [UInt8] = []
        var offset = 0
        while offset + 12 <= middle.count {
            let length = middle[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
            guard offset + 12 + length <= middle.count else { break }
            if middle[(offset + 4)..<(offset + 8)].elementsEqual("IDAT".utf8) {
                data += middle[(offset + 8)..<(offset + 8 + length)]
            }
            offset += 12 + length
        }
        let pieces: [[UInt8]] = [
            Array(png[..<33]), chunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0]), control(0), middle, control(1),
            chunk("fdAT", [0, 0, 0, 2] + data), Array(png.suffix(12)),
        ]
        return pieces.flatMap { $0 }
    }
}
