import OnAirMedia

/// How much of the program a server has acknowledged on one connection. A pure value.
package struct MediaProgress: Sendable {
    private var first: MediaTime?
    /// The newest packet written.
    private var newest: (time: MediaTime, end: UInt64)?
    /// A packet whose acknowledgement is being waited for.
    private var awaited: (time: MediaTime, end: UInt64)?
    /// From the first packet to the newest that is known to be acknowledged, in milliseconds.
    package private(set) var milliseconds: Int64 = 0

    package init() {}

    /// A packet of decode time `time` was written; its last byte is the `end`-th of the connection.
    package mutating func sent(_ time: MediaTime, end: UInt64) {
        if first == nil { first = time }
        newest = (time, end)
        if awaited == nil { awaited = newest }
    }

    /// The peer has acknowledged so many bytes of the connection.
    package mutating func acknowledged(_ bytes: UInt64) {
        guard let awaited, let first, bytes >= awaited.end else { return }
        milliseconds = max(milliseconds, (awaited.time - first).milliseconds)
        self.awaited = newest.flatMap { $0.end > awaited.end ? $0 : nil }
    }
}
