import Glibc
import OnAirMedia
import OnAirWire

/// The test kit's RTMP server on real sockets, for any number of connections, each treated as the script says. One thread.
/// It may be gone for a while, port and all, and come back.
public final class ScriptedServer: Sendable {
    /// What was seen of one connection.
    public struct Seen: Sendable {
        public let openedAt: HostTime
        /// When it did wrong.
        public var struckAt: HostTime?
        /// When the first picture came, and the newest.
        public var first: HostTime?
        public var last: HostTime?
        public var beginsWithKeyframe = false
        public var pictures = 0
    }

    private enum Order: Sendable {
        case strike(ServerPlan.Strike)
        case thaw
        case leave
        case comeBack
        case end
    }

    private struct Shared {
        var orders: [Order] = []
        var seen: [Seen] = []
        var media: [[RTMPMessage]] = []
        var open = 0
        var isOver = false
    }

    public let port: UInt16
    private let plan: @Sendable (Int) -> ServerPlan
    private let keepsMedia: Bool
    private let shared = Lock(Shared())
    /// Written to when there are orders.
    private let pipe: (read: Int32, write: Int32)

    /// A server that listens on loopback. Nil where no port can be had.
    ///
    /// - Parameters:
    ///   - keepsMedia: lets `media` be read.
    ///   - plan: how the connection of this number, from 0, is treated.
    public init?(keepsMedia: Bool = false, plan: @escaping @Sendable (Int) -> ServerPlan = { _ in ServerPlan() }) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0, let listener = LoopbackListener(receiveBuffer: 32 << 10) else { return nil }
        for end in ends { _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) }
        pipe = (ends[0], ends[1])
        port = listener.port
        self.plan = plan
        self.keepsMedia = keepsMedia
        let box = TransferBox(listener)
        SerialThread.start(name: "scripted-server") { [self] in serve(box) }
    }

    deinit {
        close(pipe.read)
        close(pipe.write)
    }

    /// Does this to every connection there is.
    public func strike(_ strike: ServerPlan.Strike) { give(.strike(strike)) }

    /// What is frozen goes on.
    public func thaw() { give(.thaw) }

    /// Everything ends, and nobody listens.
    public func leave() { give(.leave) }

    /// Listens again at the same port.
    public func comeBack() { give(.comeBack) }

    /// Ends for good.
    public func end() { give(.end) }

    /// Every connection so far, in the order they came.
    public var seen: [Seen] { shared.withLock { $0.seen } }
    /// What each connection carried of the program, where it is kept.
    public var media: [[RTMPMessage]] { shared.withLock { $0.media } }
    /// Connections that are open.
    public var open: Int { shared.withLock { $0.open } }
    public var isOver: Bool { shared.withLock { $0.isOver } }

    private func give(_ order: Order) {
        shared.withLock { $0.orders.append(order) }
        _ = write(pipe.write, "x", 1)
    }

    private func serve(_ box: TransferBox<LoopbackListener>) {
        // The only reference: letting go of it closes the port.
        var listener = box.take()
        // Of those that are over only what was seen is kept.
        var connections: [ScriptedConnection?] = []
        var seen: [Seen] = []
        var media: [[RTMPMessage]] = []
        while true {
            var entries = [pollfd(fd: pipe.read, events: Int16(POLLIN), revents: 0)]
            entries.append(pollfd(fd: listener?.descriptor ?? -1, events: Int16(POLLIN), revents: 0))
            for one in connections {
                // One that is frozen is left alone, also where its peer has hung up.
                let events = Int16(POLLIN) | (one?.wantsToWrite == true ? Int16(POLLOUT) : 0)
                let descriptor = one.map { $0.isOpen && !$0.isFrozen ? $0.descriptor : -1 } ?? -1
                entries.append(pollfd(fd: descriptor, events: events, revents: 0))
            }
            guard poll(&entries, nfds_t(entries.count), -1) >= 0 else { continue }
            var bytes = [UInt8](repeating: 0, count: 64)
            _ = read(pipe.read, &bytes, 64)
            for (index, one) in connections.enumerated() where entries[index + 2].revents != 0 { one?.advance() }
            if entries[1].revents != 0, let taken = listener?.surrender(), taken >= 0 {
                let made = ScriptedConnection(descriptor: taken, plan: plan(connections.count))
                connections.append(made)
                seen.append(made.seen)
                media.append([])
            }
            let goesOn = obey(&listener, connections.compactMap { $0 })
            for (index, one) in connections.enumerated() {
                guard let one else { continue }
                seen[index] = one.seen
                if keepsMedia { media[index] = one.media }
                if !one.isOpen { connections[index] = nil }
            }
            let open = connections.count { $0 != nil }
            let (allSeen, allMedia) = (seen, media)
            shared.withLock { ($0.seen, $0.open, $0.media, $0.isOver) = (allSeen, open, allMedia, !goesOn) }
            guard goesOn else { return }
        }
    }

    /// Does what was ordered; false at the end.
    private func obey(_ listener: inout LoopbackListener?, _ connections: [ScriptedConnection]) -> Bool {
        let orders = shared.withLock { shared in
            defer { shared.orders = [] }
            return shared.orders
        }
        for order in orders {
            switch order {
            case .strike(let strike): for one in connections { one.perform(strike) }
            case .thaw: for one in connections where one.isFrozen { one.thaw() }
            case .leave:
                listener = nil
                for one in connections { one.close() }
            case .comeBack: listener = LoopbackListener(port: port, receiveBuffer: 32 << 10)
            case .end:
                for one in connections { one.close() }
                return false
            }
        }
        return true
    }
}
