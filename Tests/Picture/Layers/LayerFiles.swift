import Foundation

/// Files for layers, made by ffmpeg in a folder that goes with the test.
final class LayerFiles: Sendable {
    struct Failure: Error { let text: String }

    private let folder: String

    init() throws {
        folder = NSTemporaryDirectory() + "/onair-layers-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func path(_ name: String) -> String { folder + "/" + name }

    func make(_ name: String, _ arguments: [String]) throws -> String {
        try Self.run("ffmpeg", ["-v", "error", "-y"] + arguments + [path(name)])
        return path(name)
    }

    /// A picture of one colour, such as `red`.
    func picture(_ name: String, color: String, size: String = "40x20") throws -> String {
        try make(
            name, ["-f", "lavfi", "-i", "color=c=\(color):s=\(size):d=1:r=1", "-frames:v", "1", "-pix_fmt", "rgb24"])
    }

    func write(_ text: String, _ name: String) throws -> String {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
        return path(name)
    }

    @discardableResult
    static func run(_ program: String, _ arguments: [String]) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(text: "\(program) \(arguments)") }
        return [UInt8](bytes)
    }
}
