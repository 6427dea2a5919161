import Foundation
import OnAirMedia
import OnAirPublish
import OnAirTestKit

/// One fault of a real nginx with its RTMP module.
struct NginxCell: Sendable {
    enum Kind: Sendable {
        /// Killed, and started again 3 s later.
        case killed
        /// Killed, and started again at once.
        case restarted
        /// Frozen by SIGSTOP for 3.5 s.
        case frozen
        /// Our way is cut, and somebody else has the name when it is there again.
        case nameTaken
    }

    static let module = "/usr/lib/nginx/modules/ngx_rtmp_module.so"
    static var isAvailable: Bool { FileManager.default.fileExists(atPath: module) }
    static let all = [
        NginxCell(fault: "killed, back after 3 s", kind: .killed), NginxCell(fault: "restarted", kind: .restarted),
        NginxCell(fault: "frozen (SIGSTOP)", kind: .frozen),
        NginxCell(fault: "name taken by another", kind: .nameTaken),
    ]

    let fault: String
    let kind: Kind

    private static var now: Int64 { MonotonicClock().now.milliseconds }

    /// A running nginx in one process.
    private final class Server: Sendable {
        let folder: String
        let port: UInt16
        private let process = Lock<Process?>(nil)

        init(folder: String) throws {
            self.folder = folder
            guard let listener = LoopbackListener() else { throw LiveCell.Stuck(text: "no port") }
            port = listener.port
            let configuration = """
                load_module \(NginxCell.module); daemon off; master_process off; pid \(folder)/pid; user root;
                error_log \(folder)/error.log; events { worker_connections 64; }
                rtmp { access_log off; server { listen 127.0.0.1:\(port) so_keepalive=on; ping 500ms; ping_timeout 500ms;
                application live { live on; drop_idle_publisher 1s;
                record all; record_path \(folder); record_unique on; } } }
                """
            try configuration.write(toFile: folder + "/nginx.conf", atomically: true, encoding: .utf8)
        }

        func start() throws {
            let made = try Tool.start(
                "nginx", ["-p", folder, "-c", folder + "/nginx.conf", "-e", folder + "/error.log"])
            process.withLock { $0 = made }
        }

        func signal(_ number: Int32) {
            guard let id = process.withLock({ $0?.processIdentifier }) else { return }
            kill(id, number)
        }

        func end() {
            signal(SIGCONT)
            signal(SIGKILL)
        }
    }

    func run(_ program: LiveProgram) async throws -> LiveCell.Result {
        try await Tool.withFolder { folder in
            let server = try Server(folder: folder)
            try server.start()
            defer { server.end() }
            return try await run(program, server: server.port, folder: folder) {
                server.signal($0)
            } starting: {
                try server.start()
            }
        }
    }

    private func run(
        _ program: LiveProgram, server port: UInt16, folder: String, signal: @escaping @Sendable (Int32) -> Void,
        starting: () throws -> Void
    ) async throws -> LiveCell.Result {
        var options = DestinationOptions()
        // It needs a moment until it listens.
        options.reconnect.keepsTrying = true
        let address = try RTMPAddress("rtmp://127.0.0.1:\(port)/live/canary-key")
        // Over a relay, so that its way can be cut alone.
        guard let relay = FlakyRelay(to: port) else { throw LiveCell.Stuck(text: "no port") }
        defer { relay.end() }
        let destination = LiveDestination(
            try RTMPAddress("rtmp://127.0.0.1:\(kind == .nameTaken ? relay.port : port)/live/canary-key"),
            options: options)
        program.feed(destination)
        let monitor = destination.monitor
        try await LiveCell.wait("never live at nginx") { monitor.statistics.video.packets > 30 }
        var result = LiveCell.Result()
        let broken = Self.now
        var other: LiveDestination?
        var second: FlakyRelay?
        switch kind {
        case .killed: signal(SIGKILL)
        case .restarted: signal(SIGKILL)
        case .frozen: signal(SIGSTOP)
        case .nameTaken:
            relay.end()
            try await LiveCell.wait("the relay goes on") { relay.hasEnded }
            let taker = LiveDestination(address, options: options)
            other = taker
            program.feed(taker)
            try await LiveCell.wait("the other is never live") { taker.monitor.statistics.video.packets > 0 }
            second = FlakyRelay(at: relay.port, to: port)
        }
        defer { second?.end() }
        let wantsName = kind == .nameTaken
        @Sendable func isTold(_ kind: DestinationEvent.Kind) -> Bool {
            guard wantsName else { return kind.isAlarm }
            if case .lost(let error, _) = kind { return error.kind == .nameInUse }
            return false
        }
        try await LiveCell.wait("not told: \(fault)") { destination.timed.first(since: broken, where: isTold) != nil }
        let alarm = destination.timed.first(since: broken, where: isTold)
        result.told = alarm?.kind.words ?? ""
        result.detected = (alarm?.at ?? 0) - broken
        switch kind {
        case .killed:
            try await LiveCell.sleep(milliseconds: broken + 3000 - Self.now)
            try starting()
        case .restarted: try starting()
        case .frozen:
            try await LiveCell.sleep(milliseconds: broken + 3500 - Self.now)
            signal(SIGCONT)
        case .nameTaken:
            try await LiveCell.sleep(milliseconds: 1500)
            _ = await other?.stopTiming()
        }
        let healed = Self.now
        result.outage = healed - broken
        let before = monitor.statistics.video.packets
        try await LiveCell.wait("not back: \(fault)") {
            let figures = monitor.statistics
            return figures.state == .publishing && figures.video.packets > before
        }
        result.back = Self.now - healed
        try await LiveCell.sleep(milliseconds: 500)
        result.stop = await destination.stopTiming()
        let figures = monitor.statistics
        (result.attempts, result.lost) = (figures.attempts, figures.missed.video + figures.dropped.video)
        if let disorder = destination.timed.disorder { result.problems.append(disorder) }
        if "\(destination.timed.all)".contains("canary") { result.problems.append("shows a secret") }
        result.problems += try await recordingProblems(folder)
        return result
    }

    /// Every recording begins with an IDR picture.
    private func recordingProblems(_ folder: String) async throws -> [String] {
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".flv") }
        var problems = files.isEmpty ? ["nginx recorded nothing"] : []
        for file in files {
            let path = folder + "/" + file
            guard let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int, size > 20_000 else {
                continue
            }
            // What was cut short may have no whole first packet.
            let flags = try? await Tool.output(
                "ffprobe",
                [
                    "-v", "quiet", "-select_streams", "v", "-read_intervals", "%+#1", "-show_entries", "packet=flags",
                    "-of", "csv=p=0", path,
                ])
            if let flags, !flags.hasPrefix("K") { problems.append("\(file) begins with \(flags.prefix(10))") }
        }
        return problems
    }
}
