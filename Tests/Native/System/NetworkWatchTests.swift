import OnAirMedia
import OnAirSystem
import OnAirTestKit
import Testing

@Suite("News of the machine's network")
struct NetworkWatchTests {
    // What a kernel 6.x said in a network namespace of its own when `ip link set lo up` was called there: 127.0.0.1/8 came
    // to the interface, and a route with it.
    private static let addressAdded: [UInt8] = [
        0x4C, 0x00, 0x00, 0x00, 0x14, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x08,
        0x80, 0xFE,
        0x01, 0x00, 0x00, 0x00, 0x08, 0x00, 0x01, 0x00, 0x7F, 0x00, 0x00, 0x01, 0x08, 0x00, 0x02, 0x00, 0x7F, 0x00,
        0x00, 0x01,
        0x07, 0x00, 0x03, 0x00, 0x6C, 0x6F, 0x00, 0x00, 0x08, 0x00, 0x08, 0x00, 0x80, 0x00, 0x00, 0x00, 0x14, 0x00,
        0x06, 0x00,
        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x78, 0xC8, 0x3B, 0x00, 0x78, 0xC8, 0x3B, 0x00,
    ]
    private static let routeAdded: [UInt8] = [
        0x3C, 0x00, 0x00, 0x00, 0x18, 0x00, 0x00, 0x06, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x20,
        0x00, 0x00,
        0xFF, 0x02, 0xFE, 0x02, 0x00, 0x00, 0x00, 0x00, 0x08, 0x00, 0x0F, 0x00, 0xFF, 0x00, 0x00, 0x00, 0x08, 0x00,
        0x01, 0x00,
        0x7F, 0x00, 0x00, 0x01, 0x08, 0x00, 0x07, 0x00, 0x7F, 0x00, 0x00, 0x01, 0x08, 0x00, 0x04, 0x00, 0x01, 0x00,
        0x00, 0x00,
    ]

    @Test("Recorded news of an address and a route, and both in one datagram")
    func recorded() {
        #expect(Self.subjects(in: Self.addressAdded) == [.address])
        #expect(Self.subjects(in: Self.routeAdded) == [.route])
        #expect(Self.subjects(in: Self.addressAdded + Self.routeAdded) == [.address, .route])
        // An interface: only the header and its type matter (rtnetlink(7): RTM_NEWLINK, RTM_DELLINK).
        for type in [16, 17] as [UInt8] {
            #expect(Self.subjects(in: [16, 0, 0, 0, type, 0] + [UInt8](repeating: 0, count: 10)) == [.link])
        }
    }

    @Test("A datagram cut anywhere, or with a length that makes no sense, is read as far as it goes")
    func truncated() {
        for count in 0...Self.addressAdded.count {
            let subjects = Self.subjects(in: Array(Self.addressAdded.prefix(count)))
            #expect(subjects == (count >= 76 ? [.address] : []))
        }
        var wrong = Self.addressAdded
        for length in [0, 1, 15, 77, 255] as [UInt8] {
            wrong[0] = length
            #expect(Self.subjects(in: wrong) == [])
        }
        #expect(Self.subjects(in: [UInt8](repeating: 0xFF, count: 64)) == [])
        // The end of a list of messages (NLMSG_DONE) is no news.
        #expect(Self.subjects(in: [20, 0, 0, 0, 3, 0] + [UInt8](repeating: 0, count: 14)) == [])
    }

    private static func subjects(in bytes: [UInt8]) -> [NetlinkMessages.Subject] {
        bytes.withUnsafeBytes { NetlinkMessages.subjects(in: $0) }
    }

    @Test("There is a way to this machine itself, from its own address")
    func loopback() throws {
        let address = try #require(SocketAddress(numeric: "127.0.0.1", port: 1935))
        #expect(NetworkRoute.source(to: address) == "127.0.0.1")
        // Another address of the loopback network belongs to no interface, and is reached all the same.
        let other = try #require(SocketAddress(numeric: "127.9.9.9", port: 1935))
        #expect(NetworkRoute.source(to: other) != nil)
    }

    @Test("Every subscriber is woken by a change, and none after it has left")
    func subscribers() {
        let changes = NetworkChanges()
        let runner = StepRunner()
        let first = runner.makeSignal()
        let counter = Counter()
        runner.add(Stepped(counter), signal: first)
        runner.run(until: HostTime(nanoseconds: 0))
        let steps = counter.steps
        let token = changes.subscribe(first)
        changes.tell()
        runner.run(until: HostTime(nanoseconds: 1))
        #expect(counter.steps == steps + 1)
        #expect(changes.count >= 1)
        changes.unsubscribe(token)
        #expect(changes.subscribers == 0)
        changes.tell()
        runner.run(until: HostTime(nanoseconds: 2))
        #expect(counter.steps == steps + 1)
    }

    private final class Counter: Sendable {
        private let count = Lock(0)
        var steps: Int { count.withLock { $0 } }
        func add() { count.withLock { $0 += 1 } }
    }

    private final class Stepped: Stage {
        let name = "counter"
        private let counter: Counter

        init(_ counter: Counter) { self.counter = counter }

        func step(now: HostTime) -> StageWait {
            counter.add()
            return .wake
        }
    }
}
