import Foundation
import OnAirImages
import OnAirMedia
import OnAirTestKit
import Testing

@Suite("Broken picture files")
struct BrokenPictureTests {
    private static let kinds = [
        ("png", ["-pix_fmt", "rgba"]), ("jpg", []), ("gif", []), ("webp", ["-c:v", "libwebp"]),
        ("apng", ["-f", "apng"]), ("awebp", ["-c:v", "libwebp_anim", "-f", "webp"]), ("bmp", []), ("tiff", []),
        ("qoi", []), ("ppm", []), ("pam", []), ("jp2", []),
    ]

    private static func make(_ kind: String, _ options: [String]) throws -> [UInt8] {
        let programs = try Programs()
        let count = ["gif", "apng", "awebp"].contains(kind) ? "3" : "1"
        let path = try programs.make(
            "a." + kind,
            ["-f", "lavfi", "-i", "testsrc2=s=24x16:d=1:r=10", "-frames:v", count] + options)
        return try Programs.read(path)
    }

    @Test("Cut anywhere, a file is an error or a picture", arguments: kinds)
    func cut(_ kind: String, _ options: [String]) throws {
        let bytes = try Self.make(kind, options)
        #expect(try ImageReader.decode(bytes, name: kind).size == PictureSize(width: 24, height: 16))
        for count in 0..<bytes.count { Self.decode(Array(bytes[..<count]), kind) }
    }

    @Test("Damaged anywhere, a file is an error or a picture", arguments: kinds)
    func damaged(_ kind: String, _ options: [String]) throws {
        let bytes = try Self.make(kind, options)
        var random = SeededGenerator(seed: 7)
        for _ in 0..<400 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                damaged[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            Self.decode(damaged, kind)
        }
    }

    /// An error of ours or something to show; anything else ends the process.
    private static func decode(_ bytes: [UInt8], _ name: String) {
        let limits = ImageLimits(side: 512, pixels: 1 << 18, animationBytes: 1 << 22)
        guard let sequence = try? ImageReader.decode(bytes, name: name, limits: limits) else { return }
        #expect(sequence.size.width <= 512 && sequence.size.height <= 512)
    }

    @Test("A PNG, a JPEG and a WebP without their end are errors", arguments: ["png", "jpg", "webp"])
    func noEnd(_ kind: String) throws {
        let bytes = try Self.make(kind, kind == "webp" ? ["-c:v", "libwebp"] : [])
        for part in [bytes.count / 4, bytes.count / 2, bytes.count - 13] {
            #expect(throws: ImageError.self) { try ImageReader.decode(Array(bytes[..<part]), name: kind) }
        }
    }

    @Test("What is no file is told as what it is")
    func noFile() throws {
        let programs = try Programs()
        func error(_ path: String) -> ImageError? {
            do throws(ImageError) {
                _ = try ImageReader.read(path: path)
                return nil
            } catch { return error }
        }
        #expect(error(programs.path("missing.png"))?.kind == .unreadable)
        #expect(error(programs.folder)?.message.contains("folder") == true)
        mkfifo(programs.path("pipe"), 0o600)
        #expect(error(programs.path("pipe"))?.kind == .unreadable)
        #expect(error(try programs.write([], "empty.png"))?.message.contains("empty") == true)
        #expect(error(try programs.write(Array("no picture at all".utf8), "text.png"))?.kind == .broken)
        #expect(error("/dev/zero")?.kind == .unreadable)
    }

    @Test(
        "A picture that is too large is refused by what its header says, with its size",
        arguments: ["png", "gif", "jpg"])
    func tooLarge(_ kind: String) throws {
        var bytes = try Self.make(kind, [])
        switch kind {
        case "png":
            bytes.replaceSubrange(16..<24, with: [0, 0, 0x40, 0, 0, 0, 0x40, 0])
            let crc = ExifMaker.crc(Array(bytes[12..<29]))
            bytes.replaceSubrange(29..<33, with: [24, 16, 8, 0].map { UInt8(crc >> $0 & 255) })
        case "gif": bytes.replaceSubrange(6..<10, with: [0, 0x40, 0, 0x40])
        default:
            let frame = try #require((0..<bytes.count).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
            bytes.replaceSubrange((frame + 5)..<(frame + 9), with: [0x40, 0, 0x40, 0])
        }
        do throws(ImageError) {
            _ = try ImageReader.decode(bytes, name: "huge")
            Issue.record("it was taken")
        } catch {
            #expect(error.kind == .tooLarge)
            #expect(error.message.contains("16384x16384"))
        }
    }

    @Test("An animation that takes too much memory is refused before it takes any")
    func longAnimation() throws {
        let bytes = GIFMaker().bytes(Array(repeating: GIFMaker.Frame(), count: 100))
        let limits = ImageLimits(animationBytes: 100 * (64 * 4 + 256) - 1)
        do throws(ImageError) {
            _ = try ImageReader.decode(bytes, name: "long", limits: limits)
            Issue.record("it was taken")
        } catch {
            #expect(error.kind == .tooLarge)
            #expect(error.message.contains("100 pictures of 4x4"))
        }
        #expect(
            try ImageReader.decode(bytes, name: "a", limits: ImageLimits(animationBytes: 100 * (64 * 4 + 256))).frames
                .count
                == 100)
    }
}
