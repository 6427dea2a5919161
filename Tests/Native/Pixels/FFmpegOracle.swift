import Foundation
import OnAirMedia

/// The `ffmpeg` command as an independent opinion: raw picture in, filtered raw pictures out.
enum FFmpegOracle {
    struct Failure: Error { var log: String }

    /// Runs `source` through each of `filters` and returns what comes out as I420 (`yuv420p`), plane after plane.
    static func i420(_ source: Picture, through filters: [String]) throws -> [[UInt8]] {
        try i420([source], through: filters.map { "[0:v]" + $0 })
    }

    /// Runs pictures, `[0:v]`, `[1:v]` and so on, through each of `graphs` and returns what comes out as I420.
    static func i420(_ sources: [Picture], through graphs: [String]) throws -> [[UInt8]] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("onair-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var arguments = ["ffmpeg", "-nostdin", "-v", "error"]
        for (index, source) in sources.enumerated() {
            let input = folder.appendingPathComponent("in\(index).raw")
            try Data(source.bytes).write(to: input)
            arguments += ["-f", "rawvideo", "-pix_fmt", name(of: source.format.pixels)]
            arguments += ["-s", source.format.size.description, "-i", input.path]
        }
        let outputs = graphs.indices.map { folder.appendingPathComponent("out\($0).raw") }
        for (index, (graph, output)) in zip(graphs, outputs).enumerated() {
            // Labels are shared by all graphs of a command.
            let own = graph.replacing(/\[([a-z]+)\]/) { "[\($0.1)\(index)]" }
            arguments += ["-filter_complex", "\(own)[out\(index)]", "-map", "[out\(index)]"]
            arguments += ["-pix_fmt", "yuv420p", "-f", "rawvideo", output.path]
        }

        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let log = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(log: String(decoding: log, as: UTF8.self)) }
        return try outputs.map { [UInt8](try Data(contentsOf: $0)) }
    }

    /// What ffmpeg calls a pixel format.
    static func name(of pixels: PixelFormat) -> String {
        switch pixels {
        case .i420: "yuv420p"
        case .nv12: "nv12"
        case .nv21: "nv21"
        case .i422: "yuv422p"
        case .i444: "yuv444p"
        case .yuyv: "yuyv422"
        case .uyvy: "uyvy422"
        case .yvyu: "yvyu422"
        case .bgra: "bgra"
        case .rgba: "rgba"
        case .bgr24: "bgr24"
        case .rgb24: "rgb24"
        }
    }
}

/// Peak signal-to-noise ratio of luma and of both chroma planes together, in dB; infinite where equal.
func psnr(_ ours: Picture, _ theirs: [UInt8]) -> (luma: Double, chroma: Double) {
    let bytes = ours.bytes
    guard bytes.count == theirs.count else { return (0, 0) }
    let lumaCount = ours.format.size.width * ours.format.size.height
    func ratio(_ range: Range<Int>) -> Double {
        let sum = range.reduce(0) { sum, index in
            let difference = Int(bytes[index]) - Int(theirs[index])
            return sum + difference * difference
        }
        return sum == 0 ? .infinity : 10 * log10(255 * 255 * Double(range.count) / Double(sum))
    }
    return (ratio(0..<lumaCount), ratio(lumaCount..<bytes.count))
}
