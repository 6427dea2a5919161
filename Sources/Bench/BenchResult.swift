/// One figure, beside a peer's from the same run where there is one, and what it may be.
struct BenchResult: Encodable {
    /// How the limit is meant.
    enum Rule: String, Encodable {
        /// Our figure is at most the limit.
        case atMost = "at most"
        /// Our figure over the peer's is at most the limit.
        case ratioAtMost = "ratio at most"
    }

    let name: String
    let unit: String
    let ours: Double
    let peer: String?
    let theirs: Double?
    let limit: Double?
    let rule: Rule

    init(
        _ name: String, unit: String, ours: Double, peer: String? = nil, theirs: Double? = nil, limit: Double?,
        rule: Rule
    ) {
        self.name = name
        self.unit = unit
        self.ours = ours
        self.peer = peer
        self.theirs = theirs
        self.limit = limit
        self.rule = rule
    }

    /// Ours over theirs.
    var ratio: Double? { theirs.map { ours / $0 } }

    /// Nil where nothing is demanded.
    var holds: Bool? {
        guard let limit else { return nil }
        switch rule {
        case .atMost: return ours <= limit
        case .ratioAtMost: return (ratio ?? .infinity) <= limit
        }
    }
}
