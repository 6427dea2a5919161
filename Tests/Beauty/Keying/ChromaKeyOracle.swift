import Foundation
import OnAirMedia

/// The `chromakey` filter of the `ffmpeg` command as another opinion.
enum ChromaKeyOracle {
    struct Failure: Error { var log: String }

    /// The opacities it finds, 0…1.
    static func alpha(_ planes: FilterBed.Planes, color: String, similarity: Double, blend: Double) throws -> [Double] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("onair-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (input, output) = (folder.appendingPathComponent("in.raw"), folder.appendingPathComponent("out.raw"))
        try Data(planes.y + planes.u + planes.v).write(to: input)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "ffmpeg", "-nostdin", "-v", "error", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s",
            planes.size.description, "-i", input.path, "-vf",
            "format=yuva420p,chromakey=\(color):\(similarity):\(blend),alphaextract", "-pix_fmt", "gray", "-f",
            "rawvideo", output.path,
        ]
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let log = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(log: String(decoding: log, as: UTF8.self)) }
        return [UInt8](try Data(contentsOf: output)).map { Double($0) / 255 }
    }
}
