/// The bytes of one encoded packet, in memory that grows to the largest packet it ever held and is used again.
///
/// Unchecked because only the encoder that took it from the pool fills it, before anyone else sees it.
package final class PacketBuffer: @unchecked Sendable {
    private var memory: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    package private(set) var count = 0
    /// What a decoder must know before this picture; here, since few packets have one. Set by the filler.
    package var videoFormat: VideoTrackFormat?
    private let readers = ReaderCount()

    package init(capacity: Int) {
        self.capacity = max(capacity, 1)
        memory = .allocate(capacity: self.capacity)
    }

    deinit { memory.deallocate() }

    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory, count: count) }

    /// Called after each read, so that the next filler is ordered after it.
    package func endRead() { readers.leave() }

    package func removeAll() {
        readers.join()
        count = 0
        if videoFormat != nil { videoFormat = nil }
    }

    /// Makes room for `extra` more bytes. Grows by doubling, so it stops allocating after warm-up.
    package func reserve(_ extra: Int) {
        guard count + extra > capacity else { return }
        capacity = max(count + extra, capacity * 2)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: memory, count: count)
        memory.deallocate()
        memory = larger
    }

    package func append(_ bytes: UnsafeRawBufferPointer) {
        reserve(bytes.count)
        UnsafeMutableRawBufferPointer(start: memory + count, count: bytes.count).copyMemory(from: bytes)
        count += bytes.count
    }

    package func append(bigEndian value: UInt32) {
        withUnsafeBytes(of: value.bigEndian) { append($0) }
    }
}
