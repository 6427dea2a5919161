/// What outputs are called on the terminal: their address or path, and a number where that is not enough to tell two
/// streams on one server apart.
struct OutputLabels {
    private var labels: [Int: String] = [:]

    subscript(id: Int) -> String? { labels[id] }

    /// The label of output `id`, given when it is first heard of.
    mutating func label(of id: Int, named name: String) -> String {
        if let label = labels[id] { return label }
        let taken = Set(labels.values)
        var label = name
        var number = 1
        while taken.contains(label) {
            number += 1
            label = "\(name) (\(number))"
        }
        labels[id] = label
        return label
    }
}
