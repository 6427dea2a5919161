/// Packets used again and again. Where all are in use a fresh one is made: a packet already encoded is never lost
/// here; the queues that hold packets are what is bounded.
public final class PacketPool: Sendable {
    private let buffers: ReusePool<PacketBuffer>
    private let initialSize: Int

    /// A pool that keeps up to `capacity` packets, each starting at `initialSize` bytes.
    public init(capacity: Int, initialSize: Int) {
        self.initialSize = initialSize
        buffers = ReusePool(capacity: capacity) { PacketBuffer(capacity: initialSize) }
    }

    package func take() -> PacketBuffer {
        let buffer = buffers.take() ?? PacketBuffer(capacity: initialSize)
        buffer.removeAll()
        return buffer
    }
}
