import Foundation
import OnAirMedia
import OnAirPublish
import OnAirSystem
import OnAirTestKit
import Testing

@Suite("A network that is cut and comes back", .timeLimit(.minutes(1)))
struct NetworkCutTests {
    @Test("A link that goes down for 8 s: told, tried again and again, and back the moment it is up")
    func linkDown() async throws {
        let program = LiveProgram()
        defer { program.end() }
        // Everything made on that thread lives in its network.
        let made = try await OwnNetwork.run { () -> (LiveDestination, ScriptedServer)? in
            try OwnNetwork.setLoopback(up: true)
            guard let server = ScriptedServer() else { return nil }
            let address = try RTMPAddress("rtmp://127.0.0.1:\(server.port)/live/key")
            let destination = LiveDestination(address, options: DestinationOptions(), changes: NetworkChanges())
            program.feed(destination)
            func wait(_ condition: () -> Bool) {
                for _ in 0..<2500 where !condition() { usleep(4000) }
            }
            wait { (server.seen.first?.pictures ?? 0) > 15 }
            // Before: the news may be there sooner than the call's end.
            let down = MonotonicClock().now.milliseconds
            try OwnNetwork.setLoopback(up: false)
            wait { MonotonicClock().now.milliseconds >= down + 8000 }
            let up = MonotonicClock().now.milliseconds
            try OwnNetwork.setLoopback(up: true)
            wait { server.seen.count > 1 && (server.seen.last?.first?.milliseconds ?? 0) >= up }
            let back = (server.seen.last?.first?.milliseconds ?? .max) - up
            let events = destination.timed
            let unreachable = events.first(since: down) { $0 == .reachable(false) }
            let progress = events.first(since: down) { if case .noProgress = $0 { true } else { false } }
            let lost = events.first(since: down) { if case .lost = $0 { true } else { false } }
            let reachable = events.first(since: down) { $0 == .reachable(true) }
            func time(_ heard: TimedEvents.Heard?) -> Int64 { heard.map { $0.at - down } ?? -1 }
            print(
                "link down: told after \(time(unreachable)) ms, no progress after \(time(progress)), lost after "
                    + "\(time(lost)), reachable after \(time(reachable)); first picture \(back) ms after the link was up"
            )
            // Limits on a busy machine: three times.
            #expect((0...3000).contains(time(unreachable)))
            #expect((1900...6000).contains(time(progress)))
            #expect((4900...15_000).contains(time(lost)))
            #expect((7900...11_000).contains(time(reachable)))
            #expect(back <= 3000)
            #expect(server.seen.last?.beginsWithKeyframe == true)
            return (destination, server)
        }
        guard let (destination, server) = made ?? nil else { return }
        #expect(await destination.stopTiming() < 3000)
        #expect(destination.timed.disorder == nil)
        server.end()
    }

    @Test("The kernel's own news of a link, and its way to an address, before and after")
    func news() async throws {
        _ = try await OwnNetwork.run {
            let watch = try NetworkWatch()
            let address = try #require(SocketAddress(numeric: "127.0.0.1", port: 1))
            #expect(NetworkRoute.source(to: address) == nil)
            #expect(!watch.drain())
            try OwnNetwork.setLoopback(up: true)
            #expect(watch.drain())
            #expect(!watch.drain())
            #expect(NetworkRoute.source(to: address) == "127.0.0.1")
            try OwnNetwork.setLoopback(up: false)
            #expect(watch.drain())
            #expect(NetworkRoute.source(to: address) == nil)
        }
    }
}
