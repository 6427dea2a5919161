import Foundation
import OnAirImages
import OnAirMedia

/// Pictures made and read by the ffmpeg program, and a folder for them that goes with the test.
final class Programs: Sendable {
    struct Failure: Error { let text: String }

    let folder: String

    init() throws {
        folder = NSTemporaryDirectory() + "/onair-images-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func path(_ name: String) -> String { folder + "/" + name }

    /// Standard output of a program that must succeed.
    @discardableResult
    static func run(_ program: String, _ arguments: [String]) throws -> [UInt8] {
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

    /// Makes a file with ffmpeg and gives its path.
    func make(_ name: String, _ arguments: [String]) throws -> String {
        try Self.run("ffmpeg", ["-v", "error", "-y"] + arguments + [path(name)])
        return path(name)
    }

    func write(_ bytes: [UInt8], _ name: String) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
        return path(name)
    }

    static func read(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }

    /// Straight RGBA of every picture in a file as the ffmpeg program decodes it, one after another.
    static func decode(_ path: String, _ options: [String] = []) throws -> [UInt8] {
        try run(
            "ffmpeg",
            ["-v", "error"] + options + [
                "-i", path, "-vsync", "passthrough", "-sws_flags",
                "accurate_rnd+full_chroma_int+full_chroma_inp+bilinear", "-f",
                "rawvideo", "-pix_fmt", "rgba", "-",
            ])
    }
}

extension ImageBitmap {
    /// Straight RGBA at a place.
    func pixel(_ x: Int, _ y: Int) -> [Int] {
        withPixels { pixels in
            let pixel = pixels + y * stride + 4 * x
            let alpha = Int(pixel[3])
            return [2, 1, 0].map { alpha == 0 ? 0 : (Int(pixel[$0]) * 255 + alpha / 2) / alpha } + [alpha]
        }
    }

    /// The largest difference to straight RGBA bytes, compared premultiplied: what is laid over something.
    func largestDifference(to rgba: ArraySlice<UInt8>) -> Int {
        var largest = 0
        for y in 0..<size.height {
            for x in 0..<size.width {
                let start = rgba.startIndex + 4 * (y * size.width + x)
                let alpha = Int(rgba[start + 3])
                withPixels { pixels in
                    let pixel = pixels + y * stride + 4 * x
                    for channel in 0..<3 {
                        let expected = (Int(rgba[start + channel]) * alpha + 127) / 255
                        largest = max(largest, abs(Int(pixel[2 - channel]) - expected))
                    }
                    largest = max(largest, abs(Int(pixel[3]) - alpha))
                }
            }
        }
        return largest
    }

    /// Peak signal-to-noise ratio of the colours against RGBA bytes, in decibels.
    func psnr(to rgba: ArraySlice<UInt8>) -> Double {
        var sum = 0.0
        for y in 0..<size.height {
            for x in 0..<size.width {
                let got = pixel(x, y)
                for channel in 0..<3 {
                    let wanted = Int(rgba[rgba.startIndex + 4 * (y * size.width + x) + channel])
                    sum += Double((got[channel] - wanted) * (got[channel] - wanted))
                }
            }
        }
        let mean = sum / Double(3 * size.width * size.height)
        return mean == 0 ? 99 : 10 * log10(255 * 255 / mean)
    }
}
