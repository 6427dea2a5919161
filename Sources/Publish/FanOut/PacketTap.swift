import OnAirMedia

/// Where the finished packets leave: hands each to every send queue attached at that moment, so that destinations and
/// recordings come and go without the encoders noticing.
public final class PacketTap: Sendable {
    private struct State {
        var queues: [SendQueue] = []
        /// What the newest IDR picture says that decoders must know.
        var videoFormat: VideoTrackFormat?
    }

    private let state = Lock(State())

    public init() {}

    /// Gives everything pushed from now on to `queue` too.
    public func attach(_ queue: SendQueue) {
        let present = state.withLock { state in
            state.queues.append(queue)
            return state.videoFormat
        }
        queue.expect(present)
    }

    /// Stops giving to `queue` and closes it.
    public func detach(_ queue: SendQueue) {
        state.withLock { $0.queues.removeAll { $0 === queue } }
        queue.close()
    }

    /// Hands `packet` to every attached queue.
    func push(_ packet: EncodedPacket) {
        // A copy of the list, which costs one retain: a queue may ask for a keyframe, and nothing is called under a lock.
        let attached = state.withLock { state in
            if packet.track == .video, packet.isKeyframe { state.videoFormat = packet.videoFormat }
            return state.queues
        }
        for queue in attached { queue.push(packet) }
    }

    /// Closes every attached queue: the end of the program.
    func close() {
        let ended = state.withLock { state in
            defer { state.queues = [] }
            return state.queues
        }
        for queue in ended { queue.close() }
    }
}
