import OnAirJPEG
import OnAirMedia
import Testing

/// What arrives when cables, buses and cameras are not at their best.
@Suite struct MJPEGFaultTests {
    static let size = PictureSize(width: 322, height: 241)
    let good = CodedPicture(size)
    let decoder: MJPEGDecoder
    let expected: [[UInt8]]

    init() throws {
        decoder = try OnAirJPEGTests.decoder(Self.size)
        expected = try decoder.decode(good.bytes).planes
    }

    private func expectFault(_ fault: JPEGError, _ bytes: [UInt8], _ comment: Comment? = nil) {
        #expect(throws: fault, comment) { try decoder.decode(bytes) }
        // And the next picture is as if nothing had been.
        #expect((try? decoder.decode(good.bytes).planes) == expected, comment)
    }

    @Test("No bytes at all")
    func empty() { expectFault(.empty, []) }

    @Test("A picture cut anywhere before its end is truncated")
    func truncated() {
        for count in [2, 3, 20, 160, good.codeStart - 1, good.codeStart, good.codeStart + 1] {
            expectFault(.truncated, Array(good.bytes[..<count]), "\(count)")
        }
        for part in 1..<50 {
            let count = good.codeStart + (good.bytes.count - good.codeStart) * part / 50
            expectFault(.truncated, Array(good.bytes[..<count]), "\(count)")
        }
        expectFault(.truncated, good.bytes.dropLast(4) + [])
    }

    @Test("A progressive picture that ends between two scans is truncated too")
    func truncatedProgressive() throws {
        let coded = CodedPicture(Self.size) { $0.progressive = 1 }
        let scans = (2..<coded.bytes.count - 1).filter { coded.bytes[$0] == 0xFF && coded.bytes[$0 + 1] == 0xDA }
        for scan in scans.dropFirst() { expectFault(.truncated, Array(coded.bytes[..<scan]), "\(scan)") }
    }

    @Test("Only the end-of-image marker missing is no loss: some cameras never send it")
    func noEndOfImage() throws {
        #expect(try decoder.decode(good.bytes.dropLast(2) + []).planes == expected)
        #expect(try decoder.decode(good.bytes.dropLast(1) + []).planes == expected)
    }

    @Test("Padding behind the picture is ignored", arguments: [0x00, 0xFF, 0xD8, 0x55] as [UInt8])
    func paddingBehind(byte: UInt8) throws {
        #expect(try decoder.decode(good.bytes + Array(repeating: byte, count: 5000)).planes == expected)
    }

    @Test("A few stray bytes before a marker are harmless and noted")
    func strayBytes() throws {
        let quantisation = try #require(good.marker(0xDB))
        for at in [quantisation, good.bytes.count - 2] {
            var bytes = good.bytes
            bytes.insert(contentsOf: (1...16).map { UInt8($0) }, at: at)
            #expect(try decoder.decode(bytes).planes == expected)
            #expect(decoder.complaint.contains("extraneous bytes"))
        }
    }

    @Test("Much code left over means that the decoder lost its place")
    func leftOver() {
        var bytes = good.bytes
        bytes.insert(contentsOf: Array(repeating: 0x55, count: 500), at: bytes.count - 2)
        expectFault(.corrupt, bytes)
    }

    @Test("A piece lost from the middle, as when a USB packet is, is noticed")
    func lostPiece() {
        for part in 1..<20 {
            let at = good.codeStart + (good.bytes.count - good.codeStart) * part / 25
            var bytes = good.bytes
            bytes.removeSubrange(at..<at + 512)
            #expect(throws: JPEGError.self, "\(part)") { try decoder.decode(bytes) }
        }
    }

    @Test("A restart marker out of turn is damage")
    func lostRestart() throws {
        let coded = CodedPicture(Self.size) { $0.restart = 21 }
        let first = try #require(coded.marker(0xD1))
        let second = try #require(coded.marker(0xD2))
        var bytes = coded.bytes
        bytes.removeSubrange(first..<second)
        expectFault(.corrupt, bytes)
    }

    @Test("Not a JPEG at all")
    func garbage() {
        expectFault(.corrupt, Array(repeating: 0, count: 4000))
        expectFault(.corrupt, Array(repeating: 0xFF, count: 4000))
        expectFault(.corrupt, Array("<html>no camera</html>".utf8))
        expectFault(.corrupt, [0xFF, 0xD8, 0xFF, 0xD9])
    }

    @Test("Another size than agreed is said, whichever way it differs")
    func wrongSize() {
        for (width, height) in [(320, 241), (322, 240), (241, 322), (1280, 720), (8, 8)] {
            let other = PictureSize(width: width, height: height)
            expectFault(.wrongSize(found: other, wanted: Self.size), CodedPicture(other).bytes)
        }
    }

    @Test("A header that claims 65500x65500 costs no memory")
    func hugeSize() throws {
        for coded in [good, CodedPicture(Self.size) { $0.progressive = 1 }] {
            let before = decoder.memory
            var bytes = coded.bytes
            let header = try #require(coded.marker(0xC0) ?? coded.marker(0xC2))
            bytes.replaceSubrange(header + 5..<header + 9, with: [0xFF, 0xDC, 0xFF, 0xDC])
            expectFault(
                .wrongSize(found: PictureSize(width: 65500, height: 65500), wanted: Self.size), bytes)
            #expect(decoder.memory == before)
        }
    }

    @Test("Codings that no camera uses are said to be unsupported")
    func unsupported() {
        expectFault(.unsupported, CodedPicture(Self.size) { $0.arithmetic = 1 }.bytes, "arithmetic")
        let cmyk = CodedPicture(Self.size) {
            $0.components = 4
            ($0.h, $0.v) = (1, 1)
        }
        expectFault(.unsupported, cmyk.bytes, "CMYK")
        expectFault(.unsupported, CodedPicture(Self.size, .s444) { $0.is_rgb = 1 }.bytes, "RGB")
        let tall = CodedPicture(Self.size) { ($0.h, $0.v, $0.ch, $0.cv) = (1, 4, 1, 1) }
        expectFault(.unsupported, tall.bytes, "4:4:0 by four")
        let denser = CodedPicture(Self.size) { ($0.h, $0.v, $0.ch, $0.cv) = (1, 1, 2, 1) }
        expectFault(.unsupported, denser.bytes, "more chroma than luma")
    }

    @Test("A picture of a thousand scans is given up in time")
    func manyScans() throws {
        let coded = CodedPicture(Self.size) { $0.separate_scans = 1 }
        let last = try #require(
            (2..<coded.bytes.count - 1).last { coded.bytes[$0] == 0xFF && coded.bytes[$0 + 1] == 0xDA })
        let scan = coded.bytes[last..<coded.bytes.count - 2]
        var bytes = Array(coded.bytes.dropLast(2))
        for _ in 0..<1000 { bytes += scan }
        expectFault(.unsupported, bytes + [0xFF, 0xD9])
    }

    @Test("With every picture of the pool in use there is none, and there is again when one is let go")
    func emptyPool() throws {
        let decoder = try OnAirJPEGTests.decoder(Self.size, capacity: 1)
        var held: Picture? = try decoder.decode(good.bytes)
        #expect(throws: JPEGError.noPicture) { try decoder.decode(good.bytes) }
        #expect(held?.planes == expected)
        held = nil
        #expect(try decoder.decode(good.bytes).planes == expected)
        // A fault gives its picture back as well.
        #expect(throws: JPEGError.truncated) { try decoder.decode(Array(good.bytes[..<900])) }
        #expect(decoder.pool.inUse == 0)
    }

    @Test("Every fault says something of its own")
    func messages() {
        let size = Self.size
        let all: [JPEGError] = [
            .empty, .truncated, .corrupt, .wrongSize(found: size, wanted: size), .unsupported, .noPicture, .noMemory,
            .unusablePool(.working(size)),
        ]
        #expect(Set(all.map(\.code)).count == all.count && Set(all.map(\.message)).count == all.count)
        #expect(all.allSatisfy { $0.code.hasPrefix("jpeg-") })
    }
}
