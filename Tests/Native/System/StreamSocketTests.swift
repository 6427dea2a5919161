import Glibc
import OnAirMedia
import OnAirSystem
import OnAirTestKit
import Testing

@Suite("StreamSocket", .timeLimit(.minutes(1)))
struct StreamSocketTests {
    private let clock = MonotonicClock()

    /// Waits on the descriptor as a runner would.
    private func wait(_ descriptor: Int32, _ events: Int32, milliseconds: Int32 = 5000) {
        var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        poll(&entry, 1, milliseconds)
    }

    private func connect(_ hosts: [(String, UInt16)], options: StreamSocket.Options = .init()) throws -> StreamSocket {
        let addresses = try hosts.map { try #require(SocketAddress(numeric: $0.0, port: $0.1)) }
        let connector = try SocketConnector(to: addresses, options: options)
        while true {
            if let socket = try connector.advance(now: clock.now) { return socket }
            let left = connector.deadline.map { max(0, $0.nanoseconds(since: clock.now) / 1_000_000 + 1) } ?? 5000
            wait(connector.descriptor, POLLIN, milliseconds: Int32(left))
        }
    }

    @Test("Bytes go both ways, and the end of the peer is told")
    func bothWays() throws {
        let listener = try #require(LoopbackListener())
        let socket = try connect([("127.0.0.1", listener.port)])
        let peer = listener.accept()
        #expect(try "hello".utf8CString.withUnsafeBytes { try socket.write($0) } == .bytes(6))
        var buffer = [UInt8](repeating: 0, count: 16)
        #expect(recv(peer, &buffer, 16, 0) == 6)
        #expect(try buffer.withUnsafeMutableBytes { try socket.read(into: $0) } == .wouldBlock)
        send(peer, "abc", 3, 0)
        shutdown(peer, Int32(SHUT_WR))
        wait(socket.descriptor, POLLIN)
        #expect(try buffer.withUnsafeMutableBytes { try socket.read(into: $0) } == .bytes(3))
        wait(socket.descriptor, POLLIN)
        #expect(try buffer.withUnsafeMutableBytes { try socket.read(into: $0) } == .ended)
    }

    @Test("A port where nobody listens refuses")
    func refused() throws {
        let port = try #require(LoopbackListener()).port  // closed again at once
        let error = #expect(throws: SystemError.self) { try connect([("127.0.0.1", port)]) }
        #expect(error?.kind == .connectionRefused)
        #expect(error?.message.contains("127.0.0.1:\(port)") == true)
        #expect(error?.advice != nil)
    }

    @Test("A listener on IPv4 only is reached although IPv6 is tried first, and the other way round")
    func otherFamily() throws {
        let four = try #require(LoopbackListener())
        #expect(try connect([("::1", four.port), ("127.0.0.1", four.port)]).address.family == .ipv4)
        guard let six = LoopbackListener(ipv6: true) else { return }  // a kernel without IPv6
        #expect(try connect([("127.0.0.1", six.port), ("::1", six.port)]).address.family == .ipv6)
    }

    @Test("An address that never answers costs 250 ms, not the connection")
    func blackHoleFirst() throws {
        // A full backlog on loopback drops further SYNs, as a firewall would.
        let silent = try #require(LoopbackListener(backlog: 0))
        let fillers = try (0..<2).map { _ in
            try SocketConnector(to: [try #require(SocketAddress(numeric: "127.0.0.1", port: silent.port))])
        }
        for filler in fillers { _ = try filler.advance(now: clock.now) }
        let listener = try #require(LoopbackListener())
        let start = clock.now
        let socket = try connect([("127.0.0.1", silent.port), ("127.0.0.1", listener.port)])
        #expect(socket.address.description == "127.0.0.1:\(listener.port)")
        #expect(clock.now.nanoseconds(since: start) < 2_000_000_000)
    }

    @Test("A try beside one that hangs gets through once the host answers; only the newest eight stay")
    func redials() throws {
        let listener = try #require(LoopbackListener(backlog: 0))
        let address = try #require(SocketAddress(numeric: "127.0.0.1", port: listener.port))
        // One connection fills the backlog; further requests are dropped, as by a network that is away.
        let filler = try connect([("127.0.0.1", listener.port)])
        let hanging = try SocketConnector(to: [address])
        let before = openDescriptors
        for _ in 0..<100 {
            #expect(try hanging.advance(now: clock.now) == nil)
            hanging.redial()
        }
        // Other tests run beside this one.
        #expect(openDescriptors - before < 60)
        let taken = listener.accept()
        #expect(taken >= 0)
        let start = clock.now
        hanging.redial()
        var socket = try hanging.advance(now: clock.now)
        while socket == nil, clock.now.nanoseconds(since: start) < 900_000_000 {
            wait(hanging.descriptor, POLLIN, milliseconds: 50)
            socket = try hanging.advance(now: clock.now)
        }
        // The first request is repeated by the kernel after a second only.
        #expect(socket != nil)
        filler.close()
    }

    @Test("What the kernel knows: bytes acknowledged, round trip, bytes that wait")
    func reads() throws {
        let listener = try #require(LoopbackListener(receiveBuffer: 8192))
        let socket = try connect([("127.0.0.1", listener.port)])
        let peer = listener.accept()
        let bytes = [UInt8](repeating: 1, count: 1000)
        #expect(try bytes.withUnsafeBytes { try socket.write($0) } == .bytes(1000))
        var buffer = [UInt8](repeating: 0, count: 2000)
        #expect(recv(peer, &buffer, 2000, 0) == 1000)
        // On loopback the acknowledgement is there before the peer's call returns, or very soon after it.
        let start = clock.now
        while socket.reading.acknowledgedBytes < 1000, clock.now.nanoseconds(since: start) < 2_000_000_000 {
            poll(nil, 0, 1)
        }
        let flowing = socket.reading
        #expect(flowing.acknowledgedBytes == 1000 && flowing.unacknowledgedBytes == 0 && flowing.unsentBytes == 0)
        #expect(flowing.roundTripMicroseconds.map { $0 > 0 && $0 < 1_000_000 } == true)
        while case .bytes = try bytes.withUnsafeBytes({ try socket.write($0) }) {}
        let stuck = socket.reading
        #expect(stuck.unacknowledgedBytes > 0)
        #expect(stuck.unsentBytes > 0 && stuck.unsentBytes <= stuck.unacknowledgedBytes)
    }

    private var openDescriptors: Int {
        (0..<4096).count { fcntl($0, F_GETFD) >= 0 }
    }

    @Test("A reset while writing is an error, not a signal")
    func resetWhileWriting() throws {
        let listener = try #require(LoopbackListener())
        let socket = try connect([("127.0.0.1", listener.port)])
        listener.reset(listener.accept())
        wait(socket.descriptor, POLLIN)
        let bytes = [UInt8](repeating: 1, count: 1000)
        let error = #expect(throws: SystemError.self) {
            while true { _ = try bytes.withUnsafeBytes { try socket.write($0) } }
        }
        #expect(error?.kind == .connectionReset)
    }

    @Test("A peer that does not read blocks the writer soon: the kernel hides little")
    func backpressure() throws {
        let listener = try #require(LoopbackListener(receiveBuffer: 8192))
        let socket = try connect([("127.0.0.1", listener.port)])
        _ = listener.accept()
        let bytes = [UInt8](repeating: 1, count: 16384)
        var taken = 0
        while case .bytes(let count) = try bytes.withUnsafeBytes({ try socket.write($0) }) {
            taken += count
            if taken > 8 << 20 { break }
        }
        #expect(taken < 512 << 10)
        #expect(socket.unacknowledgedBytes > 0)
    }

    @Test("Closing twice is harmless and does not close a stranger's descriptor")
    func closesOnce() throws {
        let listener = try #require(LoopbackListener())
        let socket = try connect([("127.0.0.1", listener.port)])
        let number = socket.descriptor
        socket.close()
        #expect(socket.descriptor == -1)
        let stranger = dup(2)
        defer { close(stranger) }
        socket.close()
        #expect(fcntl(number, F_GETFD) >= 0 || stranger != number)
    }

    @Test("Descriptors do not leak over two hundred connections")
    func descriptorsStayFlat() throws {
        let listener = try #require(LoopbackListener())
        let before = dup(2)
        close(before)
        for _ in 0..<200 {
            let socket = try connect([("127.0.0.1", listener.port)])
            listener.reset(listener.accept())
            socket.close()
        }
        let after = dup(2)
        close(after)
        // Other tests run beside this one and open a few of their own.
        #expect(after - before < 64)
    }
}
