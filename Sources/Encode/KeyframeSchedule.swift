/// Decides which pictures must be IDR pictures: the first, every `interval` grid points after the last one, and those
/// asked for. Counting on the grid keeps groups at their length when pictures are left out. A pure value.
package struct KeyframeSchedule: Equatable {
    private let interval: Int64
    private var last: Int64?

    /// - Parameter interval: grid points from one IDR picture to the next, at least 1.
    package init(interval: Int) { self.interval = Int64(max(1, interval)) }

    /// Whether the picture at `index` is to be one, which then counts as done.
    package mutating func take(index: Int64, isRequested: Bool) -> Bool {
        guard let last, !isRequested, index < last + interval else {
            self.last = index
            return true
        }
        return false
    }
}
