import Foundation
import OnAirMedia

/// A file of raw pictures of one format: a face with a sensor's grain, moving slowly, made once.
struct SkinClip {
    let size: PictureSize
    private static let count = 40
    private let tools: BenchTools
    private let pixels: String
    private let path: String

    /// - Parameter pixels: as ffmpeg calls it.
    init(_ tools: BenchTools, _ size: PictureSize, _ pixels: String) throws {
        (self.tools, self.size, self.pixels) = (tools, size, pixels)
        path = "\(tools.folder)/skin-\(size).\(pixels)"
        guard !FileManager.default.fileExists(atPath: path) else { return }
        let face = try Self.face()
        // The upper part of the picture, a quarter wider than what is seen of it.
        let wide = size.width * 5 / 4
        let filters =
            "scale=\(wide):\(wide):flags=bicubic:out_color_matrix=bt709:out_range=tv,format=yuv444p,"
            + "crop=\(size.width):\(size.height):'\(size.width / 20)+2*n':\(size.height / 20),noise=alls=6:allf=t,format=\(pixels)"
        try Self.run(
            tools,
            [
                "-y", "-loop", "1", "-i", face, "-vf", filters, "-frames:v", "\(Self.count)", "-f", "rawvideo",
                path + ".part",
            ])
        try FileManager.default.moveItem(atPath: path + ".part", toPath: path)
    }

    /// The picture of a face that quality is measured on.
    static func face() throws -> String {
        let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let face = repository.appending(path: "Tests/Beauty/Pictures/astronaut.png").path
        guard FileManager.default.fileExists(atPath: face) else { throw BenchError("\(face) is missing") }
        return face
    }

    /// The pictures in memory of their own.
    func pictures(_ format: PictureFormat) throws -> [Picture] {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe))
        let pool = PicturePool(format: format, capacity: Self.count)
        var offset = 0
        return try (0..<Self.count).map { index in
            guard var picture = pool.take(captureTime: HostTime(nanoseconds: 0), sequence: Int64(index)) else {
                throw BenchError("a picture pool is empty")
            }
            for plane in 0..<format.pixels.planeCount {
                try picture.withMutablePlane(plane) { target in
                    guard offset + target.rows * target.bytesPerRow <= bytes.count else {
                        throw BenchError("\(path) is too short")
                    }
                    for row in 0..<target.rows {
                        bytes.withUnsafeBufferPointer { bytes in
                            guard let base = bytes.baseAddress else { return }
                            (target.base + row * target.stride).update(from: base + offset, count: target.bytesPerRow)
                        }
                        offset += target.bytesPerRow
                    }
                }
            }
            return picture.freeze()
        }
    }

    /// Milliseconds of processor time that ffmpeg spends on `filters`, and on a logo and a line of text where there is a logo,
    /// for each picture.
    func ffmpeg(filters: String, logo: String? = nil) throws -> Double {
        var arguments = ["-f", "rawvideo", "-pix_fmt", pixels, "-s", size.description, "-i", path]
        let without = try Self.run(tools, arguments + ["-f", "null", "-"])
        if let logo {
            arguments += ["-f", "rawvideo", "-pix_fmt", "bgra", "-s", ComposeBench.logo.description, "-i", logo]
            arguments += ["-filter_complex", "[0:v]\(filters)[main];[main][1:v]overlay=129:37,\(ComposeBench.drawing)"]
        } else {
            arguments += ["-vf", filters]
        }
        return (try Self.run(tools, arguments + ["-f", "null", "-"]) - without) * 1000 / Double(Self.count)
    }

    /// Milliseconds of processor time that OpenCV's bilateral filter takes for the luma of each picture, diameter 9.
    func openCV() throws -> Double {
        let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let python = repository.appending(path: ".deps/bench/bin/python").path
        guard FileManager.default.fileExists(atPath: python) else {
            throw BenchError("OpenCV is missing: Scripts/setup bench")
        }
        let answer = path + ".opencv"
        let usage = try MeasuredChild(
            [
                python, repository.appending(path: "Scripts/time-opencv").path, path, "\(size.width)",
                "\(size.height)", answer,
            ], log: tools.log
        ).wait()
        guard usage.status == 0, let text = try? String(contentsOfFile: answer, encoding: .utf8),
            let time = Double(text)
        else { throw BenchError("OpenCV ended with \(usage.status); see \(tools.log)") }
        return time
    }

    /// Processor seconds of ffmpeg.
    @discardableResult
    private static func run(_ tools: BenchTools, _ arguments: [String]) throws -> Double {
        let usage = try MeasuredChild(
            [
                "ffmpeg", "-v", "error", "-nostdin", "-threads", "1", "-filter_threads", "1",
                "-filter_complex_threads", "1",
            ] + arguments, log: tools.log
        ).wait()
        guard usage.status == 0 else { throw BenchError("ffmpeg ended with \(usage.status); see \(tools.log)") }
        return usage.cpuSeconds
    }
}
