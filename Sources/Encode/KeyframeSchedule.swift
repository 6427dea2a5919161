/// Decides which pictures must be IDR pictures: the first, every `interval` grid points after the last one, and those
/// asked for. One that is to mend lost pictures waits until the last is `recoverySpacing` points old. Counting on the
/// grid keeps groups at their length when pictures are left out. A pure value.
package struct KeyframeSchedule: Equatable {
    private let interval: Int64
    private let recoverySpacing: Int64
    private var last: Int64?

    /// - Parameters:
    ///   - interval: grid points from one IDR picture to the next, at least 1.
    ///   - recoverySpacing: grid points from any IDR picture to one that mends.
    package init(interval: Int, recoverySpacing: Int = 0) {
        self.interval = Int64(max(1, interval))
        self.recoverySpacing = Int64(max(0, recoverySpacing))
    }

    /// Whether the picture at `index` is to be one, which then counts as done.
    package mutating func take(index: Int64, isRequested: Bool, mends: Bool = false) -> Bool {
        if let last, !isRequested, index < last + (mends ? min(interval, recoverySpacing) : interval) { return false }
        last = index
        return true
    }
}
