import OnAirMedia
import OnAirPublish
import OnAirSystem
import OnAirTestKit
import Testing

@Suite("Names that are looked up again and again", .timeLimit(.minutes(1)))
struct NameMemoryTests {
    /// A name server that answers when the test lets it.
    private final class NameServer: Sendable {
        private struct State {
            var asked = 0
            var answers: [Int: NameResolver.Answer] = [:]
        }

        private let state = Lock(State())

        var asked: Int { state.withLock { $0.asked } }

        func answer(_ number: Int, _ answer: NameResolver.Answer) { state.withLock { $0.answers[number] = answer } }

        /// A look-up, counted from now on.
        func look() -> @Sendable () -> NameResolver.Answer {
            let number = state.withLock { state in
                state.asked += 1
                return state.asked
            }
            return { self.wait(for: number) }
        }

        private func wait(for number: Int) -> NameResolver.Answer {
            while true {
                if let answer = state.withLock({ $0.answers[number] }) { return answer }
                pause()
            }
        }

        /// On the resolver's own thread, which is there to block.
        private func pause() { LoopbackListener.pause(milliseconds: 1) }
    }

    private func settle(_ link: SocketLink, now: HostTime, until wanted: LinkPhase) throws {
        for _ in 0..<2000 {
            if try link.advance(now: now) == wanted { return }
            LoopbackListener.pause(milliseconds: 1)
        }
        Issue.record("never \(wanted)")
    }

    private func at(_ milliseconds: Int64) -> HostTime { HostTime(nanoseconds: milliseconds * 1_000_000) }

    @Test("Addresses that answered once serve where the name server fails later, or says nothing")
    func remembers() throws {
        let listener = try #require(LoopbackListener())
        let server = NameServer()
        let port = listener.port
        let names = NameMemory { host, port in
            NameResolver(host: host, port: port, signal: nil, lookUp: server.look())
        }
        func link() -> SocketLink { SocketLink(host: "live.example", port: port, names: names) }
        let address = try #require(SocketAddress(numeric: "127.0.0.1", port: port))

        let first = link()
        first.start(now: at(0))
        #expect(try first.advance(now: at(5000)) == .resolving)
        server.answer(1, .success([address]))
        try settle(first, now: at(5000), until: .connected)
        first.close()

        let failing = link()
        failing.start(now: at(10_000))
        server.answer(2, .failure(SystemError(.nameServerFailed, while: "find the address of live.example")))
        try settle(failing, now: at(10_000), until: .connected)
        failing.close()

        // Silent: for a quarter of a second it is waited for, and asked by one thread alone.
        for _ in 0..<3 {
            let silent = link()
            silent.start(now: at(20_000))
            #expect(try silent.advance(now: at(20_249)) == .resolving)
            #expect(silent.deadline == at(20_250))
            try settle(silent, now: at(20_250), until: .connected)
            silent.close()
        }
        #expect(server.asked == 3)
        server.answer(3, .success([address]))
    }

    @Test("A host that never answered has nothing to fall back to")
    func nothingRemembered() throws {
        let names = NameMemory { host, port in
            NameResolver(host: host, port: port, signal: nil) {
                .failure(SystemError(.nameNotFound, while: "find the address of \(host)"))
            }
        }
        let link = SocketLink(host: "live.example", port: 1, names: names)
        link.start(now: at(0))
        let error = #expect(throws: SystemError.self) { try settle(link, now: at(0), until: .connected) }
        #expect(error?.kind == .nameNotFound)
    }
}
