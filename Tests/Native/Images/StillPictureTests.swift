import Foundation
import OnAirImages
import OnAirMedia
import Testing

@Suite("Still picture files")
struct StillPictureTests {
    /// A gradient with opacity from nothing to all.
    private static let gradient = [
        "-f", "lavfi", "-i", "nullsrc=s=37x23:d=1:r=1,format=rgba,geq=r='X*6':g='Y*11':b='255-X*6':a='X*7'",
        "-frames:v", "1",
    ]

    private static let colors = [
        "-f", "lavfi", "-i", "gradients=s=118x75:c0=0x204080:c1=0xE0A030:x0=0:y0=0:x1=117:y1=74:d=1:r=1,format=rgb24",
        "-frames:v", "1",
    ]

    @Test(
        "Lossless pictures come out as the ffmpeg program reads them",
        arguments: [
            ("rgba.png", "rgba"), ("rgb.png", "rgb24"), ("gray.png", "gray"), ("ya8.png", "ya8"), ("pal8.png", "pal8"),
            ("rgba64.png", "rgba64be"), ("rgb48.png", "rgb48be"), ("gray16.png", "gray16be"), ("mono.png", "monob"),
            ("a.bmp", "bgra"), ("b.bmp", "bgr24"), ("a.tiff", "rgba"), ("b.tiff", "rgb48le"), ("p.tiff", "pal8"),
            ("a.ppm", "rgb24"), ("a.pgm", "gray"), ("a.pam", "rgba"), ("a.pbm", "monow"), ("a.qoi", "rgba"),
        ])
    func lossless(_ name: String, _ pixels: String) throws {
        let programs = try Programs()
        let path = try programs.make(name, Self.gradient + ["-pix_fmt", pixels])
        let sequence = try ImageReader.read(path: path)
        #expect(sequence.size == PictureSize(width: 37, height: 23))
        #expect(sequence.frames.count == 1 && sequence.plays == 1)
        // Deep colours are rounded here and cut there; where there is opacity both are.
        let tolerance = pixels.contains("64") ? 2 : pixels.contains("48") || pixels.contains("16") ? 1 : 0
        #expect(sequence.frames[0].bitmap.largestDifference(to: try Programs.decode(path)[...]) <= tolerance)
    }

    @Test("Interlaced PNG comes out as it is")
    func interlaced() throws {
        let programs = try Programs()
        let path = try programs.make("i.png", Self.gradient + ["-pix_fmt", "rgba", "-flags", "+ildct"])
        #expect(try Programs.read(path)[28] == 1)
        let bitmap = try ImageReader.read(path: path).frames[0].bitmap
        #expect(bitmap.largestDifference(to: try Programs.decode(path)[...]) == 0)
    }

    @Test(
        "JPEG of every subsampling comes out near what the ffmpeg program reads",
        arguments: ["yuvj420p", "yuvj422p", "yuvj444p", "gray", "yuvj440p"])
    func jpeg(_ pixels: String) throws {
        let programs = try Programs()
        let path = try programs.make(
            "a.jpg",
            Self.colors + ["-q:v", "1", "-pix_fmt", pixels])
        let bitmap = try ImageReader.read(path: path).frames[0].bitmap
        #expect(bitmap.psnr(to: try Programs.decode(path)[...]) >= 45)
    }

    @Test("Chroma lies in the middle of its pixels: a JPEG of a mirrored picture is the mirrored picture")
    func chromaPlace() throws {
        let programs = try Programs()
        func read(_ name: String, _ filter: String) throws -> ImageBitmap {
            let path = try programs.make(
                name,
                [
                    "-f", "lavfi", "-i", "testsrc2=s=64x48:d=1:r=1,format=yuvj420p" + filter, "-frames:v", "1", "-q:v",
                    "2",
                ])
            return try ImageReader.read(path: path).frames[0].bitmap
        }
        let (plain, mirrored, upsideDown) = (
            try read("a.jpg", ""), try read("b.jpg", ",hflip"), try read("c.jpg", ",vflip")
        )
        var largest = 0
        for y in 0..<48 {
            for x in 0..<64 {
                for channel in 0..<3 {
                    let value = plain.pixel(x, y)[channel]
                    largest = max(largest, abs(value - mirrored.pixel(63 - x, y)[channel]))
                    largest = max(largest, abs(value - upsideDown.pixel(x, 47 - y)[channel]))
                }
            }
        }
        #expect(largest <= 3)
    }

    @Test("A WebP without loss comes out as the ffmpeg program reads it, opacity and all")
    func losslessWebP() throws {
        let programs = try Programs()
        let path = try programs.make("a.webp", Self.gradient + ["-c:v", "libwebp", "-lossless", "1"])
        let bitmap = try ImageReader.read(path: path).frames[0].bitmap
        #expect(bitmap.largestDifference(to: try Programs.decode(path)[...]) <= 1)
    }

    @Test("A WebP with loss comes out as near to what it was made of as the ffmpeg program reads it")
    func lossyWebP() throws {
        let programs = try Programs()
        let source = try programs.make("a.png", Self.colors)
        let path = try programs.make("a.webp", ["-i", source, "-c:v", "libwebp", "-q:v", "95"])
        let original = try ImageReader.read(path: source).frames[0].bitmap
        let bitmap = try ImageReader.read(path: path).frames[0].bitmap
        let theirs = original.psnr(to: try Programs.decode(path)[...])
        #expect(bitmap.psnr(to: try Programs.decode(source)[...]) >= theirs - 0.5)
        #expect(theirs > 25)
    }

    @Test("A JPEG in cyan, magenta, yellow and black is as red as it says")
    func cmyk() throws {
        let bitmap = try ImageReader.decode(Self.redCMYK, name: "red").frames[0].bitmap
        let pixel = bitmap.pixel(8, 8)
        #expect(pixel[0] >= 250 && pixel[1] <= 5 && pixel[2] <= 5 && pixel[3] == 255)
    }

    @Test("Every orientation of EXIF stands upright", arguments: 1...8, ["jpg", "png", "webp"])
    func orientation(_ value: Int, _ kind: String) throws {
        // Four quarters: red, green, blue, white. Where the red one must come out, by the table of EXIF 2.3, 4.6.4 A:
        // value n says where row 0 and column 0 are seen.
        let programs = try Programs()
        let path = try programs.make(
            "q." + kind,
            [
                "-f", "lavfi", "-i",
                "nullsrc=s=32x16:d=1:r=1,format=rgb24,geq=r='if(gt(X,15)*gt(Y,7),255,255*lt(X,16)*lt(Y,8))':g='255*gt(X,15)':b='255*gt(Y,7)'",
                "-frames:v", "1", "-q:v", "1",
            ] + (kind == "webp" ? ["-c:v", "libwebp", "-lossless", "1"] : []))
        let bytes = ExifMaker.adding(orientation: value, to: try Programs.read(path), kind: kind)
        let bitmap = try ImageReader.decode(bytes, name: "q").frames[0].bitmap
        #expect(bitmap.size == (value < 5 ? PictureSize(width: 32, height: 16) : PictureSize(width: 16, height: 32)))
        let (width, height) = (bitmap.size.width, bitmap.size.height)
        func color(_ right: Int, _ bottom: Int) -> String {
            let pixel = bitmap.pixel(width / 4 + right * width / 2, height / 4 + bottom * height / 2)
            return pixel[0] > 128 ? (pixel[1] > 128 ? "W" : "R") : (pixel[1] > 128 ? "G" : "B")
        }
        let seen = color(0, 0) + color(1, 0) + color(0, 1) + color(1, 1)
        // As stored: red, green; blue, white.
        let expected = ["RGBW", "GRWB", "WBGR", "BWRG", "RBGW", "BRWG", "WGBR", "GWRB"]
        #expect(seen == expected[value - 1])
    }

    /// 16x16, cyan 0, magenta 100 %, yellow 100 %, black 0; made by ImageMagick 6.9.
    private static let redCMYK = [UInt8](
        Data(
            base64Encoded: [
                "/9j/7gAOQWRvYmUAZAAAAAAC/9sAQwADAgIDAgIDAwMDBAMDBAUIBQUEBAUKBwcGCAwKDAwLCgsLDQ4SEA0OEQ4LCxAWEBETFBUV",
                "FQwPFxgWFBgSFBUU/9sAQwEDBAQFBAUJBQUJFA0LDRQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU",
                "FBQUFBQU/8AAFAgAEAAQBAERAAIRAQMRAQQRAP/EABYAAQEBAAAAAAAAAAAAAAAAAAAICf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/",
                "xAAWAQEBAQAAAAAAAAAAAAAAAAAABwn/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADgQBAAIRAxEEAAA/AKIXNlU1TAAAAf/Z",
            ].joined()) ?? Data())
}
