/// The memory of one sound block: planar float, one allocation.
///
/// Unchecked because the rule is in the types above it: only a `MutableSoundBlock`, which cannot be copied, writes;
/// once frozen nobody does, until the pool holds the last reference again.
package final class SoundBuffer: @unchecked Sendable {
    package let format: SoundFormat
    package let capacity: Int
    private let memory: UnsafeMutablePointer<Float>
    private let readers = ReaderCount()

    package init(format: SoundFormat, capacity: Int) {
        self.format = format
        self.capacity = capacity
        memory = .allocate(capacity: capacity * format.channels)
        memory.initialize(repeating: 0, count: capacity * format.channels)
    }

    deinit { memory.deallocate() }

    /// Called after each read, so that the pool's next writer is ordered after it.
    package func endRead() { readers.leave() }

    /// Called by the pool before it hands the memory to a writer.
    package func beginWrite() { readers.join() }

    package func channel(_ index: Int) -> UnsafeMutablePointer<Float> { memory + index * capacity }
}
