import OnAirMedia

/// Which contents there are, held weakly. Guarded by its library.
struct LayerTable {
    /// One content, and what ends the stage that keeps it up to date.
    struct Entry {
        /// Tells it from one that was there before it under the same key.
        let number: Int
        weak var cell: LayerCell?
        let stop: StopRequest
        let playback: VideoPlayback?
    }

    private var entries: [LayerKey: Entry] = [:]
    private var lastNumber = 0
    private(set) var isClosed = false
    /// Variables that nobody had set when a text first used them.
    var toldNames: Set<String> = []

    var count: Int { entries.count }

    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// The cell in use under `key`. Whoever asks keeps it until the lock is open again: letting the last one go would call
    /// back into the table.
    /// A video that has failed is none: it is opened anew.
    func cell(_ key: LayerKey) -> LayerCell? {
        guard let entry = entries[key], entry.playback?.snapshot.failure == nil else { return nil }
        return entry.cell
    }

    func playback(_ key: LayerKey) -> VideoPlayback? { entries[key]?.playback }

    mutating func insert(_ entry: Entry, for key: LayerKey) { entries[key] = entry }

    mutating func remove(_ key: LayerKey, number: Int) {
        if entries[key]?.number == number { entries[key] = nil }
    }

    /// What must be asked to end.
    mutating func close() -> [StopRequest] {
        isClosed = true
        defer { entries = [:] }
        return entries.values.map(\.stop)
    }
}
