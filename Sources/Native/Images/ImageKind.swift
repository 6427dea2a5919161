import CFFmpeg

/// What a picture file is, by its first bytes and never by its name.
enum ImageKind: Equatable {
    case png
    case jpeg
    case gif
    case webP
    /// A file that FFmpeg's decoder for it takes as a whole.
    case other(AVCodecID)

    /// Nil where the bytes begin like no picture that is understood.
    init?(_ bytes: ImageBytes) {
        func begins(_ text: String, at offset: Int = 0) -> Bool { bytes.matches(text, at: offset) }
        if bytes.bigEndian32(at: 0) == 0x8950_4E47, bytes.bigEndian32(at: 4) == 0x0D0A_1A0A {
            self = .png
        } else if bytes.bigEndian16(at: 0) == 0xFFD8, bytes[2] == 0xFF {
            self = .jpeg
        } else if begins("GIF87a") || begins("GIF89a") {
            self = .gif
        } else if begins("RIFF"), begins("WEBP", at: 8) {
            self = .webP
        } else if begins("BM"), bytes.littleEndian32(at: 6) == 0 {
            self = .other(AV_CODEC_ID_BMP)
        } else if begins("II*\0") || begins("MM\0*") {
            self = .other(AV_CODEC_ID_TIFF)
        } else if begins("qoif") {
            self = .other(AV_CODEC_ID_QOI)
        } else if bytes.bigEndian32(at: 0) == 12, begins("jP  ", at: 4) {
            self = .other(AV_CODEC_ID_JPEG2000)
        } else if begins("P"), let digit = bytes[1], let space = bytes[2], [9, 10, 13, 32].contains(space) {
            switch digit {
            case UInt8(ascii: "1"), UInt8(ascii: "4"): self = .other(AV_CODEC_ID_PBM)
            case UInt8(ascii: "2"), UInt8(ascii: "5"): self = .other(AV_CODEC_ID_PGM)
            case UInt8(ascii: "3"), UInt8(ascii: "6"): self = .other(AV_CODEC_ID_PPM)
            case UInt8(ascii: "7"): self = .other(AV_CODEC_ID_PAM)
            default: return nil
            }
        } else {
            return nil
        }
    }
}
