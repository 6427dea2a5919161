/// Numbers pictures on through changes of camera: each camera, and each time it is opened, counts from a number of its
/// own. A pure value.
struct SequenceNumbers: Equatable, Sendable {
    private var source: ObjectIdentifier?
    private var offset: Int64 = 0
    private var last: Int64 = -1

    /// The number of the picture that `source` gives the number `sequence`: it goes up by what its source's number goes
    /// up by, and by one where another source takes over.
    mutating func next(_ sequence: Int64, from source: ObjectIdentifier) -> Int64 {
        if source != self.source || sequence + offset <= last {
            self.source = source
            offset = last + 1 - sequence
        }
        last = sequence + offset
        return last
    }
}
