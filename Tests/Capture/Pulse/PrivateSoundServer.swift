import Foundation
import Testing

/// A PulseAudio of its own for a test: a null sink, whose monitor is the only source there is. Ends with the object.
final class PrivateSoundServer {
    let folder: URL
    let socket: String
    /// What `PulseBackend` takes.
    var address: String { "unix:\(socket)" }
    private var process: pid_t = 0
    private var players: [pid_t] = []

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
        if process > 0 { crash() }
        for player in players {
            kill(player, SIGKILL)
            _ = Self.wait(player)
        }
        try? FileManager.default.removeItem(at: folder)
    }

    private func start(isOpen: Bool) throws {
        process = try spawn([
            "/usr/bin/pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no",
            "--disable-shm=yes",
            "-L", "module-native-protocol-unix auth-anonymous=\(isOpen ? 1 : 0) socket=\(socket)",
            "-L", "module-null-sink sink_name=speakers rate=48000 channels=2 norewinds=1",
        ])
        let deadline = Date().addingTimeInterval(20)
        while (try? pactl("info")) == nil { try #require(Date() < deadline, "pulseaudio does not answer") }
    }

    /// Starts a program whose output goes to the file `output` in the folder.
    private func spawn(_ command: [String], output: String = "log") throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let file = folder.appending(path: output).path
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, file, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        let words = command.map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for word in words + variables { free(word) } }
        var started: pid_t = 0
        try #require(posix_spawn(&started, command[0], &actions, nil, words, variables) == 0)
        return started
    }

    /// Waits for a program's end; its exit status as `wait` tells it.
    private static func wait(_ process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status
    }

    /// Runs `pactl`, which fails where the server does not answer.
    @discardableResult
    func pactl(_ arguments: String...) throws -> String {
        struct Failure: Error {}
        let tool = try spawn(["/usr/bin/pactl"] + arguments, output: "answer")
        guard Self.wait(tool) == 0 else { throw Failure() }
        return String(decoding: try Data(contentsOf: folder.appending(path: "answer")), as: UTF8.self)
    }

    /// Plays one level a channel to a sink, 16-bit at 48 kHz.
    func play(_ levels: [Int16], seconds: Int, sink: String) throws {
        let file = folder.appending(path: "levels.raw")
        let frame = levels.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        let second = Data((0..<48_000).flatMap { _ in frame })
        var sound = Data()
        for _ in 0..<seconds { sound += second }
        try sound.write(to: file)
        players.append(
            try spawn([
                "/usr/bin/paplay", "-d", sink, "--raw", "--format=s16le", "--rate=48000",
                "--channels=\(levels.count)", "--latency-msec=50", file.path,
            ]))
    }

    /// Nobody answers any more, and no connection ends.
    func freeze() { kill(process, SIGSTOP) }
    func thaw() { kill(process, SIGCONT) }
    /// As a crash would.
    func crash() {
        kill(process, SIGKILL)
        _ = Self.wait(process)
        process = 0
    }
}
