import Foundation
import OnAirBeauty
import OnAirMedia
import OnAirTestKit

/// `ffmpeg` as an independent opinion about what a `.cube` file does to colours.
struct LookOracle {
    struct Failure: Error { var log: String }

    /// How far two results are apart, in codes.
    struct Distance: CustomStringConvertible {
        var mean: Double
        /// 99 of a hundred are no further apart.
        var p99: Int
        var description: String { "mean \(mean), p99 \(p99)" }
    }

    static let size = PictureSize(width: 192, height: 128)
    let matrix: ColorDescription.Matrix
    /// Y, Cb and Cr of colours a display can show.
    let colors: [[UInt8]]

    init(_ matrix: ColorDescription.Matrix, seed: UInt64) {
        self.matrix = matrix
        var generator = SeededGenerator(seed: seed)
        let (red, blue) = matrix == .bt601 ? (0.299, 0.114) : (0.2126, 0.0722)
        var colors: [[UInt8]] = [[], [], []]
        for _ in 0..<Self.size.width * Self.size.height {
            let rgb = (0..<3).map { _ in Double.random(in: 0...1, using: &generator) }
            let luma = red * rgb[0] + (1 - red - blue) * rgb[1] + blue * rgb[2]
            let codes = [
                16 + 219 * luma, 128 + 112 * (rgb[2] - luma) / (1 - blue), 128 + 112 * (rgb[0] - luma) / (1 - red),
            ]
            for plane in 0..<3 { colors[plane].append(UInt8(codes[plane].rounded())) }
        }
        self.colors = colors
    }

    /// What `filter` makes of the colours, in 4:4:4.
    func theirs(_ cube: String, _ filter: String) throws -> [[UInt8]] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "onair-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(cube.utf8).write(to: folder.appending(path: "a.cube"))
        try Data(colors.flatMap { $0 }).write(to: folder.appending(path: "in.raw"))
        let name = matrix.rawValue
        let exact = "flags=accurate_rnd+full_chroma_int+full_chroma_inp"
        let graph =
            "scale=in_color_matrix=\(name):in_range=tv:\(exact),format=gbrp,\(filter),"
            + "scale=out_color_matrix=\(name):out_range=tv:\(exact),format=yuv444p"
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.currentDirectoryURL = folder
        process.arguments = [
            "ffmpeg", "-nostdin", "-v", "error", "-f", "rawvideo", "-pix_fmt", "yuv444p", "-s", Self.size.description,
            "-i",
            "in.raw", "-vf", graph, "-f", "rawvideo", "out.raw",
        ]
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let log = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(log: String(decoding: log, as: UTF8.self)) }
        let bytes = [UInt8](try Data(contentsOf: folder.appending(path: "out.raw")))
        let count = Self.size.width * Self.size.height
        return (0..<3).map { Array(bytes[$0 * count..<($0 + 1) * count]) }
    }

    /// What our filter makes of the colours, each of which fills a block.
    func ours(_ stack: ColorStack) -> [[UInt8]] {
        let size = Self.size
        let picture = colorPicture(PictureSize(width: 2 * size.width, height: 2 * size.height), matrix) { plane, x, y in
            plane == 0 ? colors[0][y / 2 * size.width + x / 2] : colors[plane][y * size.width + x]
        }
        var planes = filtered(picture, ColorFilter(stack.table()))
        planes[0] = (0..<size.width * size.height).map {
            planes[0][$0 / size.width * 4 * size.width + $0 % size.width * 2]
        }
        return planes
    }

    /// How far two results are apart in all their samples.
    static func distance(_ first: [[UInt8]], _ second: [[UInt8]]) -> Distance {
        let differences = zip(first.joined(), second.joined()).map { abs(Int($0) - Int($1)) }.sorted()
        return Distance(
            mean: Double(differences.reduce(0, +)) / Double(differences.count),
            p99: differences[differences.count * 99 / 100])
    }
}
