import Foundation
import Testing

/// Runs `ffmpeg` and other programs in a folder of its own: the independent judge of what the sources give.
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

    static let hasNumPy: Bool = {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", "import numpy"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    /// Runs the Python reader of the end-to-end tests with `arguments` on a file of the folder; returns its lines.
    func burntIn(_ arguments: String, input: String) throws -> [String] {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "EndToEnd/burnt_in.py").path
        return try run(
            "python3 -B \(script) \(arguments)", input: FileHandle(forReadingFrom: folder.appending(path: input))
        )
        .split(separator: "\n").map(String.init)
    }

    private func run(_ command: String, input: FileHandle = .nullDevice) throws -> String {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command.split(separator: " ").map(String.init)
        process.currentDirectoryURL = folder
        process.standardInput = input
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(command): \(said)")
        return said
    }
}
