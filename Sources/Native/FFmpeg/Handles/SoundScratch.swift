/// Planar float memory of one owner, which grows to the most it ever held.
final class SoundScratch {
    let channels: Int
    private(set) var capacity: Int
    private var memory: UnsafeMutablePointer<Float>

    init(channels: Int, capacity: Int) {
        self.channels = channels
        self.capacity = max(capacity, 1)
        memory = .allocate(capacity: self.capacity * channels)
        memory.initialize(repeating: 0, count: self.capacity * channels)
    }

    deinit { memory.deallocate() }

    /// Makes room for `count` samples per channel; what was inside is lost where it grows.
    func ensure(_ count: Int) {
        guard count > capacity else { return }
        memory.deallocate()
        capacity = count + count / 2
        memory = .allocate(capacity: capacity * channels)
        memory.initialize(repeating: 0, count: capacity * channels)
    }

    func channel(_ index: Int) -> UnsafeMutablePointer<Float> { memory + index * capacity }
}
