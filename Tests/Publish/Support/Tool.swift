import Foundation
import OnAirMedia

/// Runs other programs, whose judgement is independent of ours. Waits for them on threads of their own, never on the
/// cooperative pool that all tests share.
enum Tool {
    struct Failure: Error { let text: String }

    /// A process that somebody else waits for.
    static func start(_ name: String, _ arguments: [String]) throws -> Process {
        let process = makeProcess(name, arguments)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    /// Ends a process for certain: one that was started by a thread which blocks signals would not hear others.
    static func end(_ process: Process) { kill(process.processIdentifier, SIGKILL) }

    /// What the program wrote to standard output.
    ///
    /// - Throws: where it fails, or complains on standard error.
    static func output(_ name: String, _ arguments: [String]) async throws -> String {
        try await onThread {
            let process = makeProcess(name, arguments)
            let (output, complaints) = (Pipe(), Pipe())
            process.standardOutput = output
            process.standardError = complaints
            try process.run()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            let errors = String(decoding: complaints.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            guard process.terminationStatus == 0, errors.isEmpty else { throw Failure(text: errors) }
            return text
        }
    }

    /// Runs `body` on a thread of its own, where it may block.
    static func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            SerialThread.start(name: "tool") { continuation.resume(with: Swift.Result { try body() }) }
        }
    }

    /// Calls `body` with a folder of its own, which goes afterwards.
    static func withFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("onair-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder.path)
    }

    private static func makeProcess(_ name: String, _ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [name] + arguments
        process.standardInput = FileHandle.nullDevice
        return process
    }
}
