import OnAirMedia
import OnAirSystem
import Testing

@Suite("AddressRace")
struct AddressRaceTests {
    private let start = HostTime(nanoseconds: 0)

    private func addresses(_ hosts: String...) throws -> [SocketAddress] {
        try hosts.map { try #require(SocketAddress(numeric: $0, port: 1935)) }
    }

    @Test("Families take turns, the system's first choice first (RFC 8305, 4)")
    func interleaves() throws {
        let race = AddressRace(try addresses("::1", "::2", "::3", "127.0.0.1", "127.0.0.2"))
        let order = try addresses("::1", "127.0.0.1", "::2", "127.0.0.2", "::3")
        #expect(race.order == order)
    }

    @Test("A silent address gets company after 250 ms and stays in the race")
    func staggers() throws {
        var race = AddressRace(try addresses("::1", "127.0.0.1"))
        #expect(race.nextAttempt(now: start)?.family == .ipv6)
        #expect(race.nextAttempt(now: start.advanced(byMilliseconds: 249)) == nil)
        #expect(race.deadline == start.advanced(byMilliseconds: 250))
        #expect(race.nextAttempt(now: start.advanced(byMilliseconds: 250))?.family == .ipv4)
        #expect(race.deadline == nil)
        #expect(!race.isLost)
    }

    @Test("After a failure the next address is tried at once; after the last one the race is lost")
    func failsFast() throws {
        var race = AddressRace(try addresses("::1", "127.0.0.1"))
        _ = race.nextAttempt(now: start)
        race.attemptFailed()
        #expect(race.nextAttempt(now: start)?.family == .ipv4)
        #expect(!race.isLost)
        race.attemptFailed()
        #expect(race.isLost)
    }

    @Test("A host without addresses is lost from the start")
    func empty() {
        #expect(AddressRace([]).isLost)
    }
}
