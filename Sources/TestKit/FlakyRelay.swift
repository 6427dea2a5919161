import Glibc
import OnAirMedia

/// A TCP relay on loopback that delays, jitters, stalls and cuts connections at random bytes, from a seed. One thread.
public final class FlakyRelay: Sendable {
    private enum Limits {
        /// Bytes held of one direction before the relay stops reading, so that its sender feels the weather.
        static let held = 128 << 10
        static let piece = 4 << 10
    }

    /// One direction of a connection.
    private struct Lane {
        var pieces: [(due: HostTime, bytes: [UInt8])] = []
        var held = 0
        var lastDue = HostTime(nanoseconds: 0)
        var hasEnded = false
        var isShut = false
    }

    private struct Pair {
        let client: Int32
        let server: Int32
        var up = Lane()
        var down = Lane()
        var untilReset: Int?
    }

    private struct Shared {
        var resets = 0
        var connections = 0
        var isOver = false
        var hasEnded = false
    }

    public let port: UInt16
    private let target: UInt16
    private let weather: FlakyWeather
    private let shared = Lock(Shared())

    /// A relay to the port `target` on loopback. Nil where no port can be had.
    ///
    /// - Parameter own: its port; nil lets the system choose.
    public init?(at own: UInt16? = nil, to target: UInt16, weather: FlakyWeather = FlakyWeather(), seed: UInt64 = 1) {
        guard let listener = LoopbackListener(port: own, receiveBuffer: 64 << 10) else { return nil }
        port = listener.port
        self.target = target
        self.weather = weather
        let box = TransferBox(listener)
        SerialThread.start(name: "flaky-relay") { [self] in
            relay(box, SeededGenerator(seed: seed))
            shared.withLock { $0.hasEnded = true }
        }
    }

    /// Connections it has cut.
    public var resets: Int { shared.withLock { $0.resets } }
    /// Connections it has taken.
    public var connections: Int { shared.withLock { $0.connections } }
    /// It has ended, and its port is free.
    public var hasEnded: Bool { shared.withLock { $0.hasEnded } }
    /// Ends it, and every connection.
    public func end() { shared.withLock { $0.isOver = true } }

    private func relay(_ box: TransferBox<LoopbackListener>, _ seeded: SeededGenerator) {
        guard let listener = box.take() else { return }
        var random = seeded
        let clock = MonotonicClock()
        var pairs: [Pair] = []
        while !shared.withLock({ $0.isOver }) {
            var entries = [pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0)]
            for pair in pairs {
                let (up, down) = (
                    pair.up.held < Limits.held && !pair.up.hasEnded, pair.down.held < Limits.held && !pair.down.hasEnded
                )
                entries.append(pollfd(fd: up ? pair.client : -1, events: Int16(POLLIN), revents: 0))
                entries.append(pollfd(fd: down ? pair.server : -1, events: Int16(POLLIN), revents: 0))
            }
            let holds = pairs.contains { !$0.up.pieces.isEmpty || !$0.down.pieces.isEmpty }
            poll(&entries, nfds_t(entries.count), holds ? 1 : 20)
            if entries[0].revents != 0, let pair = accept(listener, &random) { pairs.append(pair) }
            let now = clock.now
            pairs = pairs.compactMap { pair in
                var pair = pair
                let stays = advance(&pair, now: now, &random)
                if !stays {
                    for descriptor in [pair.client, pair.server] { Self.cut(descriptor, isReset: pair.untilReset == 0) }
                }
                return stays ? pair : nil
            }
        }
        for pair in pairs { for descriptor in [pair.client, pair.server] { Self.cut(descriptor, isReset: true) } }
    }

    private func accept(_ listener: LoopbackListener, _ random: inout SeededGenerator) -> Pair? {
        let client = listener.surrender()
        let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = target.bigEndian
        let answer = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard client >= 0, answer == 0 else {
            close(client)
            close(server)
            return nil
        }
        for descriptor in [client, server] { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) }
        var pair = Pair(client: client, server: server)
        let number = shared.withLock { shared in
            shared.connections += 1
            return shared.connections
        }
        if number <= weather.resets {
            pair.untilReset = weather.bytesUntilReset.map { Int.random(in: $0, using: &random) }
        }
        return pair
    }

    /// False where the connection is over.
    private func advance(_ pair: inout Pair, now: HostTime, _ random: inout SeededGenerator) -> Bool {
        take(from: pair.client, into: &pair.up, now: now, &random)
        take(from: pair.server, into: &pair.down, now: now, &random)
        let before = pair.up.held
        guard give(&pair.up, to: pair.server, now: now), give(&pair.down, to: pair.client, now: now) else {
            return false
        }
        if let left = pair.untilReset {
            pair.untilReset = max(0, left - max(0, before - pair.up.held))
            if pair.untilReset == 0 {
                shared.withLock { $0.resets += 1 }
                return false
            }
        }
        return !(pair.up.isShut && pair.down.isShut)
    }

    private func take(from descriptor: Int32, into lane: inout Lane, now: HostTime, _ random: inout SeededGenerator) {
        guard lane.held < Limits.held, !lane.hasEnded else { return }
        var buffer = [UInt8](repeating: 0, count: Limits.piece)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else {
            if count == 0 || errno != EAGAIN { lane.hasEnded = true }
            return
        }
        var late = weather.delay + (weather.jitter > 0 ? Int64.random(in: 0...weather.jitter, using: &random) : 0)
        if let bytes = weather.bytesBetweenStalls, Int.random(in: 0..<bytes, using: &random) < count {
            late += Int64.random(in: weather.stall, using: &random)
        }
        lane.lastDue = max(lane.lastDue, now.advanced(byMilliseconds: late))
        lane.pieces.append((lane.lastDue, Array(buffer[..<count])))
        lane.held += count
    }

    private func give(_ lane: inout Lane, to descriptor: Int32, now: HostTime) -> Bool {
        while let first = lane.pieces.first, first.due <= now {
            let sent = Glibc.send(descriptor, first.bytes, first.bytes.count, Int32(MSG_NOSIGNAL))
            guard sent > 0 else { return errno == EAGAIN }
            lane.held -= sent
            if sent == first.bytes.count {
                lane.pieces.removeFirst()
            } else {
                lane.pieces[0].bytes.removeFirst(sent)
                return true
            }
        }
        if lane.hasEnded, lane.pieces.isEmpty, !lane.isShut {
            lane.isShut = true
            shutdown(descriptor, Int32(SHUT_WR))
        }
        return true
    }

    private static func cut(_ descriptor: Int32, isReset: Bool) {
        if isReset {
            var now = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        }
        close(descriptor)
    }
}
