import Foundation

/// Runs the command-line programs that judge our output.
enum Tool {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs `program` to its end and gives its standard output; throws unless it succeeded without a word on stderr.
    @discardableResult
    static func run(_ program: String, _ arguments: [String]) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        let (out, err) = (Pipe(), Pipe())
        process.standardOutput = out
        process.standardError = err
        process.standardInput = FileHandle.nullDevice
        try process.run()
        // One thread empties both: what goes to stderr here is a few lines.
        let output = out.fileHandleForReading.readDataToEndOfFile()
        let complaint = String(decoding: err.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0, complaint.isEmpty else {
            throw Failure(description: "\(program) \(arguments.joined(separator: " ")): \(complaint)")
        }
        return [UInt8](output)
    }

    /// Runs ffmpeg, strictly and quietly.
    @discardableResult
    static func ffmpeg(_ arguments: [String]) throws -> [UInt8] {
        try run("ffmpeg", ["-hide_banner", "-nostdin", "-v", "error", "-y"] + arguments)
    }

    /// Runs ffprobe over one file and gives the answer's fields, one `key=value` a line, as `[section][key]`.
    static func probe(_ path: String, _ arguments: [String]) throws -> [[String: String]] {
        let text = String(
            decoding: try run("ffprobe", ["-v", "error", "-of", "default"] + arguments + [path]), as: UTF8.self)
        var sections: [[String: String]] = []
        var isNested = false
        for line in text.split(separator: "\n") {
            if line.hasPrefix("[SIDE_DATA]") || line.hasPrefix("[/SIDE_DATA]") {
                isNested = !line.hasPrefix("[/")
            } else if isNested || line.hasPrefix("[/") {
                continue
            } else if line.hasPrefix("[") {
                sections.append([:])
            } else if let cut = line.firstIndex(of: "="), !sections.isEmpty {
                sections[sections.count - 1][String(line[..<cut])] = String(line[line.index(after: cut)...])
            }
        }
        return sections
    }
}
