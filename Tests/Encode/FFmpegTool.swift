import Foundation

/// ffprobe as a judge of what encoders make.
enum FFmpegTool {
    struct Failure: Error { let text: String }

    /// The size of each picture that a decoder shows, such as `320x180`. Throws where it complains.
    static func pictureSizes(of stream: [UInt8]) throws -> [String] {
        let file = FileManager.default.temporaryDirectory.appending(path: "onair-\(UUID().uuidString).h264")
        try Data(stream).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        // Width and height; side data may follow.
        return try lines(["-show_frames", "-show_entries", "frame=width,height", file.path])
            .map { $0.prefix(2).joined(separator: "x") }
    }

    /// What `ffprobe` says about `arguments`, one line an entry, cut into its fields. Throws where it complains.
    static func lines(_ arguments: [String]) throws -> [[String]] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/ffprobe")
        process.arguments = ["-v", "warning", "-of", "csv=p=0:s=x"] + arguments
        let (out, err) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (out, err)
        try process.run()
        let text = String(decoding: out.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let complaint = String(decoding: err.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0, complaint.isEmpty else { throw Failure(text: complaint) }
        return text.split(separator: "\n").map { $0.split(separator: "x").map(String.init) }
    }
}
