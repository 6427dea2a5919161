/// The last samples that passed: what a filter has to have seen to go on where they ended.
struct RecentSound {
    /// Twice what the filter looks back.
    static let capacity = 64
    /// Samples per channel held.
    private(set) var count = 0
    private let memory: SoundScratch

    /// - Parameter channels: 1 or 2.
    init(channels: Int) { memory = SoundScratch(channels: channels, capacity: Self.capacity) }

    /// Adds samples of both channels; mono is the same plane twice.
    mutating func append(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, count added: Int) {
        let new = min(added, Self.capacity)
        let old = min(count, Self.capacity - new)
        for channel in 0..<memory.channels {
            let target = memory.channel(channel)
            let source = channel == 0 ? left : right
            // The pieces overlap in memory; `update` allows that.
            target.update(from: target + (count - old), count: old)
            (target + old).update(from: source + (added - new), count: new)
        }
        count = old + new
    }

    mutating func removeAll() { count = 0 }

    func withChannels<Result, Failure: Error>(
        _ body: ((UnsafePointer<Float>, UnsafePointer<Float>?)) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body((UnsafePointer(memory.channel(0)), UnsafePointer(memory.channel(memory.channels - 1))))
    }
}
