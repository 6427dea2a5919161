/// The memory of one sound block: planar float, one allocation.
///
/// Unchecked because the rule is in the types above it: only a `MutableSoundBlock`, which cannot be copied, writes;
/// once frozen nobody does, until the pool holds the last reference again.
package final class SoundBuffer: @unchecked Sendable {
    package let format: SoundFormat
    package let capacity: Int
    private let memory: UnsafeMutablePointer<Float>

    package init(format: SoundFormat, capacity: Int) {
        self.format = format
        self.capacity = capacity
        memory = .allocate(capacity: capacity * format.channels)
        memory.initialize(repeating: 0, count: capacity * format.channels)
    }

    deinit { memory.deallocate() }

    package func channel(_ index: Int) -> UnsafeMutablePointer<Float> { memory + index * capacity }
}
