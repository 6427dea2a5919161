/// One thing a verb does, told by words after it, such as `show ID`.
public struct ActionDeclaration: Sendable, Equatable {
    /// The words that name it, such as `preset save`.
    public let name: [String]
    /// What stands for the words that follow, such as `ID`.
    public let operands: [String]
    /// What stands for any number of words at the end, such as `CONTROL=VALUE`; nil for none.
    public let rest: String?
    /// How many of the last kind there must be.
    public let restMinimum: Int
    /// How many of `operands` may be left out, from the end.
    public let optionalCount: Int
    /// One sentence for the help, without a full stop.
    public let summary: String

    /// - Parameter name: its words, separated by spaces.
    public init(
        _ name: String, _ operands: [String] = [], rest: String? = nil, restMinimum: Int = 0, optionalCount: Int = 0,
        _ summary: String
    ) {
        self.name = name.split(separator: " ").map(String.init)
        self.operands = operands
        self.rest = rest
        self.restMinimum = restMinimum
        self.optionalCount = optionalCount
        self.summary = summary
    }

    /// How it is typed: `set ID CONTROL=VALUE…`.
    public var usage: String {
        let needed = operands.dropLast(optionalCount)
        let optional = operands.suffix(optionalCount).map { "[\($0)]" }
        let rest = rest.map { restMinimum > 0 ? "\($0)…" : "[\($0)…]" }
        return (name + needed + optional + [rest].compactMap { $0 }).joined(separator: " ")
    }

    /// How many words may follow the name.
    var counts: ClosedRange<Int> {
        let least = operands.count - optionalCount + restMinimum
        return least...(rest == nil ? operands.count : Int.max)
    }
}
