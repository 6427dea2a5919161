import Foundation
import Testing

/// A PulseAudio of its own for a test: a null sink, whose monitor is the only source there is. Ends with the object.
final class PrivateSoundServer {
    let folder: URL
    let socket: String
    /// What `PulseBackend` takes.
    var address: String { "unix:\(socket)" }
    private let process = Process()

    static let isInstalled = ["pulseaudio", "pactl"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
    }
    static let advice: Comment = "needs pulseaudio and pulseaudio-utils: Scripts/setup test"

    private var environment: [String: String] {
        let path = folder.path
        return [
            "PATH": "/usr/bin:/bin", "HOME": path, "XDG_RUNTIME_DIR": path, "XDG_CONFIG_HOME": "\(path)/cfg",
            "PULSE_RUNTIME_PATH": "\(path)/pulse", "PULSE_STATE_PATH": "\(path)/state", "PULSE_SERVER": address,
        ]
    }

    /// Starts it, and returns once it answers.
    ///
    /// - Parameter isOpen: whether it lets everybody in, or only who has its cookie.
    init(isOpen: Bool = true) throws {
        var template = Array("/tmp/onair-pulse-XXXXXX".utf8CString)
        let made = try #require(mkdtemp(&template))
        folder = URL(fileURLWithPath: String(cString: made))
        socket = "\(folder.path)/native"
        try FileManager.default.createDirectory(atPath: "\(folder.path)/pulse", withIntermediateDirectories: true)
        try start(isOpen: isOpen)
    }

    deinit {
        kill(process.processIdentifier, SIGCONT)
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    private func start(isOpen: Bool) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/pulseaudio")
        process.arguments = [
            "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm=yes",
            "--log-target=null",
            "-L", "module-native-protocol-unix auth-anonymous=\(isOpen ? 1 : 0) socket=\(socket)",
            "-L", "module-null-sink sink_name=speakers rate=48000 channels=2 norewinds=1",
        ]
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        let deadline = Date().addingTimeInterval(20)
        while (try? pactl("info")) == nil {
            try #require(Date() < deadline && process.isRunning, "pulseaudio does not answer")
        }
    }

    /// Runs `pactl`, which fails where the server does not answer.
    @discardableResult
    func pactl(_ arguments: String...) throws -> String {
        let (tool, pipe) = (Process(), Pipe())
        tool.executableURL = URL(fileURLWithPath: "/usr/bin/pactl")
        tool.arguments = arguments
        tool.environment = environment
        tool.standardInput = FileHandle.nullDevice
        tool.standardOutput = pipe
        tool.standardError = FileHandle.nullDevice
        try tool.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        tool.waitUntilExit()
        struct Failure: Error {}
        guard tool.terminationStatus == 0 else { throw Failure() }
        return String(decoding: output, as: UTF8.self)
    }

    /// Plays one level a channel to a sink, 16-bit at 48 kHz.
    func play(_ levels: [Int16], seconds: Int, sink: String) throws -> Process {
        let file = folder.appending(path: "levels.raw")
        let frame = levels.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        let second = Data((0..<48_000).flatMap { _ in frame })
        var sound = Data()
        for _ in 0..<seconds { sound += second }
        try sound.write(to: file)
        let player = Process()
        player.executableURL = URL(fileURLWithPath: "/usr/bin/paplay")
        player.arguments = [
            "-d", sink, "--raw", "--format=s16le", "--rate=48000", "--channels=\(levels.count)", "--latency-msec=50",
            file.path,
        ]
        player.environment = environment
        player.standardInput = FileHandle.nullDevice
        player.standardOutput = FileHandle.nullDevice
        player.standardError = FileHandle.nullDevice
        try player.run()
        return player
    }

    /// Nobody answers any more, and no connection ends.
    func freeze() { kill(process.processIdentifier, SIGSTOP) }
    func thaw() { kill(process.processIdentifier, SIGCONT) }
    /// As a crash would.
    func crash() {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
