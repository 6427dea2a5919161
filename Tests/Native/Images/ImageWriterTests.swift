import OnAirImages
import OnAirMedia
import Testing

@Suite("Writing pictures")
struct ImageWriterTests {
    private static func gradient(opaque: Bool) -> ImageBitmap {
        ImageBitmap(size: PictureSize(width: 61, height: 40)) { pixels, stride in
            for y in 0..<40 {
                for x in 0..<61 {
                    let pixel = pixels + y * stride + 4 * x
                    let alpha = opaque ? 255 : x * 4
                    for (index, value) in [x * 4, y * 6, 255 - x * 4].enumerated() {
                        pixel[index] = UInt8((value * alpha + 127) / 255)
                    }
                    pixel[3] = UInt8(alpha)
                }
            }
        }
    }

    @Test("The ffmpeg program reads from a PNG what was written", arguments: [true, false])
    func png(_ opaque: Bool) throws {
        let programs = try Programs()
        let bitmap = Self.gradient(opaque: opaque)
        let path = try programs.write(try ImageWriter.png(bitmap), "a.png")
        #expect(bitmap.largestDifference(to: try Programs.decode(path)[...]) == 0)
        // Colour type: RGB or RGBA (PNG, 11.2.2).
        #expect(try Programs.read(path)[25] == (opaque ? 2 : 6))
    }

    @Test("The ffmpeg program reads from a JPEG nearly what was written, the better the larger")
    func jpeg() throws {
        let programs = try Programs()
        let bitmap = Self.gradient(opaque: true)
        var sizes: [Int] = []
        for (quality, limit) in [(1, 15.0), (50, 28), (90, 38), (100, 44)] {
            let bytes = try ImageWriter.jpeg(bitmap, quality: quality)
            sizes.append(bytes.count)
            let path = try programs.write(bytes, "a.jpg")
            #expect(bitmap.psnr(to: try Programs.decode(path)[...]) >= limit)
        }
        #expect(sizes == sizes.sorted() && Set(sizes).count == 4)
    }

    @Test("Quality outside its range is taken as its end, and a picture of one pixel is written")
    func ends() throws {
        let dot = ImageBitmap(size: PictureSize(width: 1, height: 1)) { pixels, _ in pixels[3] = 255 }
        #expect(try ImageWriter.jpeg(dot, quality: -5) == ImageWriter.jpeg(dot, quality: 1))
        #expect(try ImageWriter.jpeg(dot, quality: 900) == ImageWriter.jpeg(dot, quality: 100))
        #expect(
            try ImageReader.decode(try ImageWriter.png(dot), name: "dot").frames[0].bitmap.pixel(0, 0) == [
                0, 0, 0, 255,
            ])
    }

    @Test("A JPEG stands over black where there is nothing")
    func overBlack() throws {
        let clear = ImageBitmap(size: PictureSize(width: 16, height: 16)) { _, _ in }
        let bytes = try ImageWriter.jpeg(clear)
        #expect(try ImageReader.decode(bytes, name: "clear").frames[0].bitmap.pixel(8, 8) == [0, 0, 0, 255])
    }

    @Test("A picture larger than JPEG can hold is an error")
    func tooLarge() {
        let wide = ImageBitmap(size: PictureSize(width: 70_000, height: 1)) { _, _ in }
        #expect(throws: ImageError.self) { try ImageWriter.jpeg(wide) }
    }
}
