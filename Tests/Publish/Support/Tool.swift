import Foundation

/// Runs another program, whose judgement is independent of ours.
enum Tool {
    struct Failure: Error { let text: String }

    /// A process started with its output kept in files of `folder`.
    static func start(_ name: String, _ arguments: [String]) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [name] + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    /// What the program wrote to standard output.
    ///
    /// - Throws: where it fails, or complains on standard error.
    static func output(_ name: String, _ arguments: [String]) throws -> String {
        let process = Process()
        let (output, complaints) = (Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [name] + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = complaints
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let errors = String(decoding: complaints.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0, errors.isEmpty else { throw Failure(text: errors) }
        return text
    }

    /// Calls `body` with a folder of its own, which goes afterwards.
    static func withFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("onair-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder.path)
    }
}
