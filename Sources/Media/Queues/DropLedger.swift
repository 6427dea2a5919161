/// Counts what a place in the graph lost, by reason. Safe to read from any thread.
///
/// Three words are never mixed: *lagged* (the mixer missed its tick), *skipped* (the encoder was too slow) and
/// *dropped* (the network was).
public final class DropLedger: Sendable {
    /// Why something did not reach the viewer.
    public enum Reason: String, CaseIterable, Sendable, Codable {
        /// A captured picture was replaced by a newer one before the mixer took it.
        case late
        /// A captured picture found no free picture in its pool.
        case poolEmpty
        /// The mixer missed its tick on the grid.
        case lagged
        /// The encoder was too slow for a picture.
        case skipped
        /// The network was too slow for a packet.
        case dropped
        /// Sound arrived twice, or for a time already sent.
        case overlapped
        /// Sound found its queue full.
        case overrun
        /// A source gave something that cannot be used (truncated, wrong size).
        case corrupt
    }

    private let counts: Lock<[Int64]>
    private let parent: DropLedger?

    /// - Parameter parent: counts everything that is counted here too, such as that of all sources together.
    public init(parent: DropLedger? = nil) {
        self.parent = parent
        counts = Lock(Array(repeating: 0, count: Reason.allCases.count))
    }

    /// Adds `count` losses for `reason`.
    public func add(_ reason: Reason, count: Int64 = 1) {
        counts.withLock { $0[Self.index(reason)] += count }
        parent?.add(reason, count: count)
    }

    /// How many were lost for `reason` since the start.
    public subscript(reason: Reason) -> Int64 { counts.withLock { $0[Self.index(reason)] } }

    private static func index(_ reason: Reason) -> Int {
        switch reason {
        case .late: 0
        case .poolEmpty: 1
        case .lagged: 2
        case .skipped: 3
        case .dropped: 4
        case .overlapped: 5
        case .overrun: 6
        case .corrupt: 7
        }
    }
}
