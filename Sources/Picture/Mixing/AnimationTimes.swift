import OnAirMedia

/// Which picture of an animation shows when. A pure value.
package struct AnimationTimes: Equatable, Sendable {
    /// When each picture ends, in nanoseconds from the start.
    private let ends: [Int64]
    /// Nil for ever.
    private let plays: Int?

    package init(_ sequence: ImageSequence) {
        var end: Int64 = 0
        ends = sequence.frames.map { frame in
            end += max(frame.duration.nanoseconds, 1)
            return end
        }
        plays = sequence.plays
    }

    /// The picture that shows `elapsed` after the start.
    package func frame(at elapsed: MediaTime) -> Int {
        guard let whole = ends.last, ends.count > 1 else { return 0 }
        let (round, within) = max(elapsed.nanoseconds, 0).quotientAndRemainder(dividingBy: whole)
        if let plays, round >= Int64(plays) { return ends.count - 1 }
        var (low, high) = (0, ends.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] > within { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Whether it shows its last picture for good.
    package func isOver(at elapsed: MediaTime) -> Bool {
        guard let whole = ends.last, ends.count > 1 else { return true }
        return plays.map { elapsed.nanoseconds / whole >= Int64($0) } ?? false
    }
}
