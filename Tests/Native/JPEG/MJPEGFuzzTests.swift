import COnAirJPEG
import COnAirJPEGMaker
import OnAirJPEG
import OnAirMedia
import OnAirTestKit
import Testing

/// Thousands of pictures that went wrong in every way: each ends with a picture or a fault, inside the memory it may
/// touch, and leaves nothing behind.
@Suite struct MJPEGFuzzTests {
    static let size = PictureSize(width: 70, height: 51)

    static let bases: [CodedPicture] = [
        CodedPicture(size, .s422), CodedPicture(size, .s420), CodedPicture(size, .s444), CodedPicture(size, .s411),
        CodedPicture(size) { $0.components = 1 }, CodedPicture(size) { $0.is_avi1 = 1 },
        CodedPicture(size) { $0.restart = 2 }, CodedPicture(size) { $0.progressive = 1 },
        CodedPicture(size) { $0.separate_scans = 1 }, CodedPicture(size) { $0.optimized = 1 },
        CodedPicture(size) { $0.arithmetic = 1 },
    ]

    private func mutated(_ base: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        var bytes = base
        func place(_ bytes: [UInt8]) -> Int {
            // Headers are where a wrong byte does most.
            let range = Bool.random(using: &generator) ? bytes.count : min(bytes.count, 700)
            return Int.random(in: 0..<max(1, range), using: &generator)
        }
        for _ in 0..<Int.random(in: 1...4, using: &generator) where bytes.count > 8 {
            let at = place(bytes)
            let count = min(Int.random(in: 1...64, using: &generator), bytes.count - at)
            switch Int.random(in: 0..<7, using: &generator) {
            case 0: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 1: bytes[at] = UInt8.random(in: 0...255, using: &generator)
            case 2: bytes[at] = 0xFF
            case 3: bytes.removeSubrange(at..<at + count)
            case 4: bytes.insert(contentsOf: bytes[at..<at + count], at: at)
            case 5: bytes.removeSubrange(at...)
            default:
                // Any marker at all.
                bytes[at] = 0xFF
                if at + 1 < bytes.count { bytes[at + 1] = UInt8.random(in: 0xC0...0xFE, using: &generator) }
            }
        }
        return bytes
    }

    @Test(
        "No mutation crashes, reads or writes outside, or takes more memory than a picture may need", arguments: 0..<8)
    func mutations(part: Int) throws {
        var generator = SeededGenerator(seed: UInt64(part))
        let decoder = try decoder(Self.size)
        let expected = try Self.bases.prefix(10).map { try decoder.decode($0.bytes).planes }
        var (decoded, refused) = (0, 0)
        for round in 0..<1000 {
            let base = round % Self.bases.count
            let bytes = mutated(Self.bases[base].bytes, &generator)
            let guarded = GuardedBytes(bytes.count)
            guarded.bytes.copyBytes(from: bytes)
            do {
                _ = try decoder.decode(
                    UnsafeRawBufferPointer(guarded.bytes), captureTime: HostTime(nanoseconds: 0), sequence: 0)
                decoded += 1
            } catch {
                #expect(error != .noPicture && error != .noMemory)
                refused += 1
            }
            #expect(decoder.pool.inUse == 0)
            if round % 50 == 0 {
                let good = round / 50 % expected.count
                #expect(try decoder.decode(Self.bases[good].bytes).planes == expected[good])
            }
        }
        #expect(decoder.memory < 3 << 20)
        #expect(refused > 200 && decoded > 50, "\(decoded) decoded, \(refused) refused")
    }

    @Test("Nothing is written behind a plane whose rows end on whole blocks", arguments: JPEGSubsampling.all)
    func bounds(subsampling: JPEGSubsampling) throws {
        let size = PictureSize(width: 322, height: 241)
        let coded = CodedPicture(size, subsampling)
        let (strideY, strideUV) = ((size.width + 7) / 8 * 8, ((size.width + 1) / 2 + 7) / 8 * 8)
        let y = GuardedBytes(strideY * size.height)
        let (u, v) = (GuardedBytes(strideUV * 121), GuardedBytes(strideUV * 121))
        let decoder = try #require(onair_mjpeg_create(UInt32(size.width), UInt32(size.height)))
        defer { onair_mjpeg_destroy(decoder) }
        func base(_ memory: GuardedBytes) -> UnsafeMutablePointer<UInt8>? {
            memory.bytes.bindMemory(to: UInt8.self).baseAddress
        }
        let planes = onair_mjpeg_planes(
            y: base(y), u: base(u), v: base(v), y_stride: strideY, uv_stride: strideUV)
        #expect(onair_mjpeg_decode(decoder, coded.bytes, coded.bytes.count, planes) == onair_mjpeg_decoded)
        let expected = try OnAirJPEGTests.decoder(size).decode(coded.bytes).planes
        let ours = (0..<size.height).flatMap { y.bytes[$0 * strideY..<$0 * strideY + size.width] }
        #expect(ours == expected[0])
    }
}
