import Foundation
import OnAirMedia

/// The `ffmpeg` command as an independent decoder.
enum FFmpegDecoding {
    struct Failure: Error { var log: String }

    /// All planes of a compressed picture, as coded, and then thinned to I420 by the rounded mean of the four pixels
    /// under each chroma sample.
    static func i420(_ coded: CodedPicture, _ subsampling: JPEGSubsampling) throws -> [[UInt8]] {
        let raw = try run(
            ["-f", "mjpeg", "-i", "in"] + ["-pix_fmt", subsampling.ffmpeg, "-f", "rawvideo", "out"], input: coded.bytes)
        let size = coded.size
        let (width, height) = (size.width, size.height)
        let part = PictureSize(
            width: (width + subsampling.across - 1) / subsampling.across,
            height: (height + subsampling.down - 1) / subsampling.down)
        let count = part.width * part.height
        guard raw.count == width * height + 2 * count else { throw Failure(log: "\(raw.count) bytes") }
        let planes = [width * height, width * height + count].map { start -> [UInt8] in
            let plane = Array(raw[start..<start + count])
            func sample(_ x: Int, _ y: Int) -> Int {
                let (column, row) = (min(x, width - 1) / subsampling.across, min(y, height - 1) / subsampling.down)
                return Int(plane[row * part.width + column])
            }
            var out: [UInt8] = []
            for y in stride(from: 0, to: height, by: 2) {
                for x in stride(from: 0, to: width, by: 2) {
                    let sum = sample(x, y) + sample(x + 1, y) + sample(x, y + 1) + sample(x + 1, y + 1)
                    out.append(UInt8((sum + 2) / 4))
                }
            }
            return out
        }
        return [Array(raw[..<(width * height)])] + planes
    }

    /// Runs `ffmpeg` with a file `in` that holds `input`, and returns what it wrote into `out`.
    static func run(_ arguments: [String], input: [UInt8]) throws -> [UInt8] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("onair-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(input).write(to: folder.appendingPathComponent("in"))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.currentDirectoryURL = folder
        process.arguments = ["ffmpeg", "-nostdin", "-v", "error"] + arguments
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let log = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(log: String(decoding: log, as: UTF8.self)) }
        return [UInt8](try Data(contentsOf: folder.appendingPathComponent("out")))
    }
}
