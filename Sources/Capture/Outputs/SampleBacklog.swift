import OnAirMedia

/// What waits for one consumer and what it lost, in order. A pure value.
///
/// Losses one after the other are one entry, so that a consumer that never comes costs a bounded amount of memory.
struct SampleBacklog: Sendable {
    /// How much waits at most.
    enum Limit: Hashable, Sendable {
        /// The newest sample: a newer one takes the place of the one that waits, which is late.
        case newest
        /// So many: one that finds no room is lost.
        case count(Int)
        /// Sound of at least so long: a block that finds no room is lost.
        case duration(MediaTime)
    }

    /// What the consumer gets next.
    ///
    /// The connection is nil where the samples come from no session.
    enum Entry: Sendable {
        case sample(SampleBuffer, CaptureConnection?)
        case drop(CaptureDrop, CaptureConnection?)
    }

    /// Applies to what comes from now on.
    var limit: Limit
    private var entries: [Entry] = []
    private var head = 0
    private var count = 0
    private var nanoseconds: Int64 = 0

    /// The most blocks of sound, however short they are.
    private static let mostBlocks = 1024

    init(_ limit: Limit) { self.limit = limit }

    var isEmpty: Bool { head == entries.count }

    /// Adds `sample`; what is returned, if anything, was lost for it: this one or an older one.
    mutating func add(_ sample: SampleBuffer, from connection: CaptureConnection?) -> CaptureDrop? {
        let lost: CaptureDrop?
        switch limit {
        case .newest:
            lost = replaceWaiting(sample, connection)
        case .count(let most):
            lost = count >= most ? CaptureDrop(.outOfBuffers, sample) : nil
            if let lost { append(lost, connection) } else { append(sample, connection) }
        case .duration(let longest):
            let isFull = nanoseconds >= longest.nanoseconds || count >= Self.mostBlocks
            lost = isFull ? CaptureDrop(.overflow, sample) : nil
            if let lost { append(lost, connection) } else { append(sample, connection) }
        }
        return lost
    }

    /// Adds word of samples that the device itself lost.
    mutating func add(_ drop: CaptureDrop, from connection: CaptureConnection?) { append(drop, connection) }

    /// Takes what comes next; nil when there is nothing.
    mutating func next() -> Entry? {
        guard head < entries.count else { return nil }
        let entry = entries[head]
        head += 1
        if head == entries.count {
            entries.removeAll(keepingCapacity: true)
            head = 0
        } else if head >= 32, head * 2 >= entries.count {
            // Each entry is moved at most once for each that was taken.
            entries.removeFirst(head)
            head = 0
        }
        if case .sample(let sample, _) = entry { forget(sample) }
        return entry
    }

    mutating func removeAll() { self = SampleBacklog(limit) }

    private mutating func forget(_ sample: SampleBuffer) {
        count -= 1
        nanoseconds -= sample.nanoseconds
    }

    private mutating func append(_ sample: SampleBuffer, _ connection: CaptureConnection?) {
        count += 1
        nanoseconds += sample.nanoseconds
        entries.append(.sample(sample, connection))
    }

    /// Losses between two samples are one entry for each reason.
    private mutating func append(_ drop: CaptureDrop, _ connection: CaptureConnection?) {
        for index in (head..<entries.count).reversed() {
            guard case .drop(var other, let same) = entries[index], same === connection else { break }
            guard other.reason == drop.reason else { continue }
            other.count += drop.count
            entries[index] = .drop(other, connection)
            return
        }
        entries.append(.drop(drop, connection))
    }

    /// The newest waits alone, behind word of those that it displaced.
    private mutating func replaceWaiting(_ sample: SampleBuffer, _ connection: CaptureConnection?) -> CaptureDrop? {
        var lost: CaptureDrop?
        for index in (head..<entries.count).reversed() {
            guard case .sample(let old, let from) = entries[index] else { continue }
            // What the device lost after the one that waited.
            let after = Array(entries[(index + 1)...])
            entries.removeSubrange(index...)
            forget(old)
            let drop = CaptureDrop(.late, old)
            append(drop, from)
            for case .drop(let drop, let from) in after { append(drop, from) }
            lost = drop
            break
        }
        append(sample, connection)
        return lost
    }
}
