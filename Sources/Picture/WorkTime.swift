/// How long one kind of work takes, in nanoseconds.
public struct WorkTime: Equatable, Sendable {
    /// How often it was done.
    public private(set) var count: Int64 = 0
    /// The last time.
    public private(set) var last: Int64 = 0
    /// The mean; recent ones count more (1/16 each).
    public private(set) var average: Int64 = 0

    public init() {}

    mutating func add(_ nanoseconds: Int64) {
        average = count == 0 ? nanoseconds : average + (nanoseconds - average) / 16
        last = nanoseconds
        count += 1
    }
}
