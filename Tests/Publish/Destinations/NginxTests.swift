import Foundation
import OnAirMedia
import OnAirPublish
import OnAirTestKit
import Testing

private let nginxModule = "/usr/lib/nginx/modules/ngx_rtmp_module.so"

@Suite(
    "RTMPDestinationStage against nginx", .timeLimit(.minutes(1)),
    .enabled(if: FileManager.default.fileExists(atPath: nginxModule)))
struct NginxTests {
    /// Runs `body` beside an nginx that records whatever is published to `live`.
    private func withServer(_ body: (_ port: UInt16, _ folder: String) async throws -> Void) async throws {
        try await Tool.withFolder { folder in
            let port = try #require(LoopbackListener()).port
            let configuration = """
                load_module \(nginxModule); daemon off; master_process off; pid \(folder)/pid; user root;
                error_log \(folder)/error.log; events { worker_connections 64; }
                rtmp { access_log off; server { listen 127.0.0.1:\(port);
                application live { live on; record all; record_path \(folder); record_suffix .flv; }
                application busy { live on; } } }
                """
            try configuration.write(toFile: folder + "/nginx.conf", atomically: true, encoding: .utf8)
            let server = try Tool.start(
                "nginx", ["-p", folder, "-c", folder + "/nginx.conf", "-e", folder + "/error.log"])
            defer { Tool.end(server) }
            try await body(port, folder)
        }
    }

    /// A destination that publishes, tried until the server listens.
    private func publish(_ text: String, format: ProgramFormat) async throws -> LiveDestination {
        while true {
            let destination = LiveDestination(try RTMPAddress(text), format: format)
            await destination.events.wait { event in
                if case .ended = event { return true }
                return event == .state(.publishing)
            }
            if destination.events.failure?.kind != .refused { return destination }
        }
    }

    @Test("nginx records every packet, and stopping is quick")
    func records() async throws {
        try await withServer { port, folder in
            let program = try await RealProgram(seconds: 2, in: folder)
            let address = "rtmp://127.0.0.1:\(port)/live/show?token=canary/1"
            let destination = try await publish(address, format: program.format)
            #expect(destination.events.endings.isEmpty, "\(destination.events.all)")
            for packet in program.packets { destination.queue.push(packet) }
            let media = program.packets.reduce(0) { $0 + $1.byteCount }
            while destination.monitor.statistics.bytesSent < media, destination.events.endings.isEmpty {
                try await Tool.onThread { _ = usleep(2000) }
            }
            let time = await destination.stopTiming()
            #expect(destination.events.endings == [.stopped])
            #expect(time < 500)
            let path = folder + "/show.flv"
            try await Tool.onThread {
                // The recording is complete once nginx has noticed the end.
                while (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0 < media {
                    usleep(2000)
                }
            }
            let frames = try await Tool.output(
                "ffprobe",
                ["-v", "error", "-select_streams", "v", "-show_entries", "packet=flags", "-of", "csv=p=0", path])
            let lines = frames.split(whereSeparator: \.isNewline)
            #expect(lines.count == program.pictures)
            #expect(lines.first?.hasPrefix("K") == true)
            _ = try await Tool.output("ffmpeg", ["-v", "error", "-xerror", "-i", path, "-f", "null", "-"])
        }
    }

    @Test("A second publisher of a name is told that it is in use; the first goes on")
    func nameInUse() async throws {
        try await withServer { port, _ in
            let address = "rtmp://127.0.0.1:\(port)/busy/canary-show"
            let first = try await publish(address, format: Packets.format)
            let second = try await publish(address, format: Packets.format)
            await second.events.waitForEnd()
            #expect(second.events.failure?.kind == .nameInUse, "\(second.events.all)")
            #expect(second.events.failure?.description.contains("canary") == false)
            #expect(first.events.endings.isEmpty)
            #expect(await first.stopTiming() < 500)
        }
    }
}
