import Foundation
import OnAirMedia
import OnAirPublish
import OnAirTestKit
import Testing

@Suite("Connecting and stopping again and again", .timeLimit(.minutes(2)))
struct ManyCyclesTests {
    /// Pages of this process in memory, in KiB (proc(5), statm).
    private static var kibibytes: Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4
    }

    private static func entries(of folder: String) -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
    }

    @Test("A thousand times in memory: nothing of a destination stays")
    func inMemory() throws {
        weak var last: VirtualDestination?
        for cycle in 1...1000 {
            let destination = try VirtualDestination(seed: UInt64(cycle))
            destination.play(until: 100)
            #expect(destination.monitor.statistics.state == .publishing)
            if cycle.isMultiple(of: 2) { destination.peers[0].with { $0.hasEnded = true } }
            destination.run(until: 110)
            destination.stop.request()
            destination.run(until: 700)
            #expect(destination.handle.isFinished)
            last = destination
        }
        #expect(last == nil)
    }

    @Test("A thousand times over loopback: memory, descriptors and threads stay flat")
    func overSockets() async {
        // In a process of its own: what tests beside it open and close would count too.
        await #expect(processExitsWith: .success) { try await Self.goRoundOverSockets() }
    }

    private static func goRoundOverSockets() async throws {
        let server = try #require(ScriptedServer())
        let address = try RTMPAddress("rtmp://127.0.0.1:\(server.port)/live/key")
        func cycle(_ count: Int) async {
            for _ in 0..<count {
                let destination = LiveDestination(address)
                await destination.waitUntilPublishing()
                destination.queue.push(Packets.video(0))
                destination.stop.request()
                await destination.events.waitForEnd()
            }
        }
        await cycle(50)
        let before = (Self.kibibytes, Self.entries(of: "/proc/self/fd"), Self.entries(of: "/proc/self/task"))
        let begun = MonotonicClock().now
        await cycle(950)
        let time = MonotonicClock().now.milliseconds - begun.milliseconds
        server.end()
        let after = (Self.kibibytes, Self.entries(of: "/proc/self/fd"), Self.entries(of: "/proc/self/task"))
        print(
            "950 cycles in \(time) ms: memory \(before.0) → \(after.0) KiB, descriptors \(before.1) → \(after.1), threads "
                + "\(before.2) → \(after.2)")
        // A leak of one each time would show as 950.
        #expect(after.1 - before.1 < 20)
        // The buffer of one connection alone is 256 KiB.
        #expect(after.0 - before.0 < 20_000)
        #expect(after.2 - before.2 < 20)
    }
}
