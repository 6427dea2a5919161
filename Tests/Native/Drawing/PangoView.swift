import Foundation
import OnAirMedia

/// Texts as Pango's own program draws them, read back by the ffmpeg program: white on nothing.
enum PangoView {
    struct Failure: Error { let text: String }

    struct Drawing {
        let width: Int
        let height: Int
        /// Straight red, green, blue, alpha.
        let pixels: [UInt8]
    }

    /// `fontSize` is in pixels. The program (1.50) takes `hint-metrics` the wrong way round: `on` leaves lines as high as
    /// the font has them.
    static func draw(_ text: String, font: String, fontSize: Double, _ options: [String] = []) throws -> Drawing {
        let path = NSTemporaryDirectory() + "/onair-pango-" + UUID().uuidString + ".png"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try run(
            "pango-view",
            [
                "-q", "--font=\(font) \(fontSize)px", "--hinting=none", "--hint-metrics=on", "--antialias=gray",
                "--margin=4", "--background=transparent", "--foreground=white", "--pixels", "-o", path, "-t", text,
            ] + options)
        let header = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        func number(_ offset: Int) -> Int { header[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) } }
        let pixels = try run("ffmpeg", ["-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgba", "-"])
        return Drawing(width: number(16), height: number(20), pixels: pixels)
    }

    @discardableResult
    private static func run(_ program: String, _ arguments: [String]) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(text: "\(program) \(arguments)") }
        return [UInt8](bytes)
    }
}

extension PangoView.Drawing {
    /// The largest difference of premultiplied samples to `bitmap` where this is laid at (`x`, `y`); what stands out on
    /// either side must be nothing.
    func largestDifference(to bitmap: ImageBitmap, x: Int, y: Int) -> Int {
        var largest = 0
        bitmap.withPixels { ours in
            for row in min(0, y)..<max(bitmap.size.height, y + height) {
                for column in min(0, x)..<max(bitmap.size.width, x + width) {
                    let isOurs = row >= 0 && row < bitmap.size.height && column >= 0 && column < bitmap.size.width
                    let (down, right) = (row - y, column - x)
                    let isTheirs = down >= 0 && down < height && right >= 0 && right < width
                    let start = 4 * (down * width + right)
                    let alpha = isTheirs ? Int(pixels[start + 3]) : 0
                    let pixel = ours + (isOurs ? row * bitmap.stride + 4 * column : 0)
                    for channel in 0..<4 {
                        let wanted =
                            channel == 3 ? alpha : isTheirs ? (Int(pixels[start + channel]) * alpha + 127) / 255 : 0
                        let got = isOurs ? Int(pixel[channel == 3 ? 3 : 2 - channel]) : 0
                        largest = max(largest, abs(wanted - got))
                    }
                }
            }
        }
        return largest
    }

    /// The same at whichever offset of at most `reach` pixels is best: both leave some room around the letters.
    func smallestDifference(to bitmap: ImageBitmap, reach: Int = 6) -> Int {
        var best = 255
        for y in -reach...reach {
            for x in -reach...reach where best > 0 { best = min(best, largestDifference(to: bitmap, x: x, y: y)) }
        }
        return best
    }
}

extension ImageBitmap {
    /// Premultiplied red, green, blue, alpha at a place.
    func pixel(_ x: Int, _ y: Int) -> [Int] {
        withPixels { pixels in [2, 1, 0, 3].map { Int(pixels[y * stride + 4 * x + $0]) } }
    }

    /// Every byte that carries a pixel.
    var bytes: [UInt8] {
        withPixels { pixels in
            (0..<size.height).flatMap { row in (0..<(4 * size.width)).map { pixels[row * stride + $0] } }
        }
    }
}
