/// Puts an EXIF orientation into picture files: one entry in a TIFF directory, big-endian for odd values.
enum ExifMaker {
    static func adding(orientation value: Int, to file: [UInt8], kind: String) -> [UInt8] {
        let exif = tiff(value)
        switch kind {
        case "jpg":
            let body = Array("Exif\0\0".utf8) + exif
            return file[..<2] + [0xFF, 0xE1] + big(body.count + 2, 2) + body + file[2...]
        case "png":
            let body = Array("eXIf".utf8) + exif
            return file[..<33] + big(exif.count, 4) + body + big(Int(crc(body)), 4) + file[33...]
        default:
            // The extended form: a header that tells of the EXIF chunk at the end.
            let header = Array("VP8X".utf8) + little(10, 4) + [8, 0, 0, 0] + little(31, 3) + little(15, 3)
            let chunk = Array("EXIF".utf8) + little(exif.count, 4) + exif
            let body = Array("WEBP".utf8) + header + file[12...] + chunk
            return Array("RIFF".utf8) + little(body.count, 4) + body
        }
    }

    private static func tiff(_ value: Int) -> [UInt8] {
        let number = value % 2 == 1 ? big : little
        let head = value % 2 == 1 ? Array("MM\0*".utf8) : Array("II*\0".utf8)
        let entry = number(0x0112, 2) + number(3, 2) + number(1, 4) + number(value, 2) + [0, 0]
        return head + number(8, 4) + number(1, 2) + entry + number(0, 4)
    }

    private static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(value >> (8 * $0) & 255) }
    }

    private static func big(_ value: Int, _ count: Int) -> [UInt8] { little(value, count).reversed() }

    /// PNG, second edition, annex D.
    static func crc(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
        }
    }
}
