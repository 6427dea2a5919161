import Foundation
import OnAirMedia
import OnAirPublish
import OnAirTestKit
import Testing

@Suite("RTMPDestinationStage against ffmpeg", .timeLimit(.minutes(1)))
struct ForeignServerTests {
    @Test("ffmpeg as the server takes the whole program and decodes every picture")
    func ffmpegListens() async throws {
        try await Tool.withFolder { folder in
            // What a send queue holds, so that all of it can be handed in at once.
            let program = try await RealProgram(seconds: 2, in: folder)
            let port = try #require(LoopbackListener()).port
            let server = try Tool.start(
                "ffmpeg",
                [
                    "-v", "error", "-xerror", "-analyzeduration", "100000", "-listen", "1", "-i",
                    "rtmp://127.0.0.1:\(port)/live/key", "-c", "copy",
                    "-flush_packets", "1", "-f", "flv", folder + "/got.flv",
                ])
            let address = try RTMPAddress("rtmp://127.0.0.1:\(port)/live/key")
            // It needs a moment until it listens, which only trying tells.
            var destination = LiveDestination(address, format: program.format)
            while server.isRunning {
                await destination.events.wait { event in
                    if case .ended = event { return true }
                    return event == .state(.publishing)
                }
                guard destination.events.failure?.kind == .refused else { break }
                destination = LiveDestination(address, format: program.format)
            }
            #expect(destination.events.endings.isEmpty, "\(destination.events.all)")
            for packet in program.packets { destination.queue.push(packet) }
            guard destination.events.endings.isEmpty else {
                server.terminate()
                return
            }
            let media = program.packets.reduce(0) { $0 + $1.byteCount }
            try await Tool.onThread {
                // Until it has written what it was sent: a slow reader that is left early loses its tail.
                while (try? FileManager.default.attributesOfItem(atPath: folder + "/got.flv")[.size] as? Int) ?? 0
                    < media,
                    server.isRunning
                { usleep(5000) }
            }
            destination.queue.close()
            await destination.events.waitForEnd()
            #expect(destination.events.endings == [.finished])
            try await Tool.onThread { server.waitUntilExit() }
            let counted = try await Tool.output(
                "ffprobe",
                [
                    "-v", "error", "-count_frames", "-select_streams", "v", "-show_entries",
                    "stream=nb_read_frames,width",
                    "-of", "csv=p=0", folder + "/got.flv",
                ])
            #expect(counted.trimmingCharacters(in: .whitespacesAndNewlines) == "160,\(program.pictures)")
        }
    }
}
