import Foundation

/// Another program that judges our bytes.
enum Program {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs `name` with `arguments` and returns what it wrote to standard output.
    @discardableResult
    static func run(_ name: String, _ arguments: [String]) throws -> String {
        let process = try start(name, arguments)
        let text = String(decoding: process.output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.process.waitUntilExit()
        guard process.process.terminationStatus == 0 else {
            throw Failure(
                description:
                    "\(name) \(arguments.joined(separator: " ")) ended with \(process.process.terminationStatus)")
        }
        return text
    }

    /// The program is in PATH.
    static func isInstalled(_ name: String) -> Bool { (try? run("which", [name])) != nil }

    struct Running {
        let process: Process
        let output: Pipe
    }

    static func start(_ name: String, _ arguments: [String]) throws -> Running {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [name] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        return Running(process: process, output: output)
    }

    /// A fresh folder; the caller removes it.
    static func makeTemporaryFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("onair-wire-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    static func remove(_ folder: URL) { try? FileManager.default.removeItem(at: folder) }
}
