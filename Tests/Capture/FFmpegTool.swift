import Foundation
import Testing

/// Runs the `ffmpeg` program in a folder of its own: the independent judge of what the sources give.
final class FFmpegTool {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "onair-capture-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func path(_ name: String) -> String { folder.appending(path: name).path }

    func write(_ bytes: [UInt8], to name: String) throws { try Data(bytes).write(to: folder.appending(path: name)) }

    func read(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: folder.appending(path: name))) }

    /// Runs `ffmpeg` with `arguments` in the folder; a failure is the test's failure, with what ffmpeg said.
    func ffmpeg(_ arguments: String) throws {
        _ = try run("ffmpeg -hide_banner -nostdin -loglevel error -y \(arguments)")
    }

    /// Runs `ffprobe` with `arguments` and returns its lines.
    func ffprobe(_ arguments: String) throws -> [Substring] {
        try run("ffprobe -hide_banner -loglevel error \(arguments)").split(separator: "\n")
    }

    private func run(_ command: String) throws -> String {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command.split(separator: " ").map(String.init)
        process.currentDirectoryURL = folder
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(command): \(said)")
        return said
    }
}
