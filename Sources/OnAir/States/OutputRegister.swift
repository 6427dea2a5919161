/// The outputs of a kit and what each is doing. A pure value.
struct OutputRegister {
    /// Ended outputs that are remembered.
    private static let memory = 100

    private var statuses: [Int: OutputStatus] = [:]
    private var nextID = 1

    init() {}

    /// An empty one that goes on counting where `other` stopped.
    init(after other: OutputRegister) { nextID = other.nextID }

    /// Numbers that no output has had.
    mutating func reserve(_ count: Int) -> [Int] {
        defer { nextID += count }
        return Array(nextID..<nextID + count)
    }

    subscript(id: Int) -> OutputStatus? { statuses[id] }

    /// All, by number.
    var all: [OutputStatus] { statuses.values.sorted { $0.id < $1.id } }

    /// Those that have not ended, by number.
    var open: [OutputStatus] { all.filter(\.isOpen) }

    mutating func set(_ status: OutputStatus) {
        statuses[status.id] = status
        guard statuses.count > Self.memory, let oldest = all.first(where: { !$0.isOpen }) else { return }
        statuses[oldest.id] = nil
    }
}
