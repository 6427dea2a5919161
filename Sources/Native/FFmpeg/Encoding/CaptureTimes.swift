import OnAirMedia

/// Remembers when the pictures or blocks inside an encoder were captured, by their index: an encoder gives them back
/// later and in another order. Holds the newest 256, more than any encoder keeps, in memory allocated once.
struct CaptureTimes {
    private var entries: [(index: Int64, time: HostTime)]
    private var newest = 0

    init() { entries = Array(repeating: (Int64.min, HostTime(nanoseconds: 0)), count: 256) }

    mutating func remember(_ time: HostTime, index: Int64) {
        newest = (newest + 1) % entries.count
        entries[newest] = (index, time)
    }

    /// When the item at `index` was captured; nil where it is unknown.
    func knownTime(ofIndex index: Int64) -> HostTime? {
        for back in 0..<entries.count {
            let entry = entries[(newest - back + entries.count) % entries.count]
            if entry.index == index { return entry.time }
        }
        return nil
    }

    /// When the item at `index` was captured; of the newest item where `index` is unknown.
    func time(ofIndex index: Int64) -> HostTime { knownTime(ofIndex: index) ?? entries[newest].time }
}
