import OnAirMedia
import OnAirSystem
import Testing

@Suite("NameResolver", .timeLimit(.minutes(1)))
struct NameResolverTests {
    /// Ends when the resolver's answer is there; woken by it alone.
    private final class Waiter: Stage {
        let name = "waiter"
        private let resolver: NameResolver
        private let done: @Sendable (NameResolver.Answer) -> Void

        init(_ resolver: NameResolver, done: @escaping @Sendable (NameResolver.Answer) -> Void) {
            self.resolver = resolver
            self.done = done
        }

        func step(now: HostTime) -> StageWait {
            guard let answer = resolver.answer else { return .wake }
            done(answer)
            return .finished
        }
    }

    private func resolve(_ host: String) async -> NameResolver.Answer {
        await withCheckedContinuation { continuation in
            let runner = ThreadRunner()
            let signal = runner.makeSignal()
            let resolver = NameResolver(host: host, port: 1935, signal: signal)
            runner.add(Waiter(resolver) { continuation.resume(returning: $0) }, signal: signal)
        }
    }

    @Test("Numbers are answered at once, without a thread", arguments: ["127.0.0.1", "::1"])
    func numeric(host: String) throws {
        let answer = try #require(NameResolver(host: host, port: 1935, signal: nil).answer)
        #expect(try answer.get().map(\.description) == [host == "::1" ? "[::1]:1935" : "127.0.0.1:1935"])
    }

    @Test("A name is looked up elsewhere and wakes the stage that waits")
    func name() async throws {
        let addresses = try await resolve("localhost").get()
        #expect(addresses.contains { $0.description == "127.0.0.1:1935" || $0.description == "[::1]:1935" })
    }

    @Test("A name that does not exist is a typed error that names the host")
    func unknown() async {
        // The top-level domain `invalid` never has names (RFC 6761, 6.4).
        guard case .failure(let error) = await resolve("no-such-host.invalid") else {
            Issue.record("it has an address")
            return
        }
        #expect(error.kind == .nameNotFound || error.kind == .nameServerFailed)
        #expect(error.message.contains("no-such-host.invalid"))
    }

    @Test("A resolver that nobody waits for any more is abandoned safely")
    func abandoned() {
        for _ in 0..<20 { _ = NameResolver(host: "localhost", port: 1, signal: nil) }
    }
}
