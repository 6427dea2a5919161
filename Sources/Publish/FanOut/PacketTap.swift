import OnAirMedia

/// Where the finished packets leave: hands each to every send queue attached at that moment, so that destinations and
/// recordings come and go without the encoders noticing.
public final class PacketTap: Sendable {
    private let queues = Lock<[SendQueue]>([])

    public init() {}

    /// Gives everything pushed from now on to `queue` too.
    public func attach(_ queue: SendQueue) { queues.withLock { $0.append(queue) } }

    /// Stops giving to `queue` and closes it.
    public func detach(_ queue: SendQueue) {
        queues.withLock { $0.removeAll { $0 === queue } }
        queue.close()
    }

    /// Hands `packet` to every attached queue.
    func push(_ packet: EncodedPacket) {
        // A copy of the list, which costs one retain: a queue may ask for a keyframe, and nothing is called under a lock.
        let attached = queues.withLock { $0 }
        for queue in attached { queue.push(packet) }
    }

    /// Closes every attached queue: the end of the program.
    func close() {
        let ended = queues.withLock { queues in
            defer { queues = [] }
            return queues
        }
        for queue in ended { queue.close() }
    }
}
