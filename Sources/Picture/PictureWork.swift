/// What one tick has cost, in nanoseconds; nil for what was not done.
struct PictureWork {
    var convert: Int64?
    var callback: Int64?
    var filtering: Int64?
    /// Of each filter of the chain, in its order; of no meaning where `filtering` is nil.
    var filters: [Int64] = []
    var mix: Int64?
    var preview: Int64?

    /// Before a tick.
    mutating func reset() {
        (convert, callback, filtering, mix, preview) = (nil, nil, nil, nil, nil)
        filters.removeAll(keepingCapacity: true)
    }
}
