/// One option of a verb, as the table declares it; parsing, help and checks all come from here.
public struct OptionDeclaration: Sendable, Equatable {
    /// The long name without dashes, such as `record`.
    public let name: String
    /// What stands for the value in the help, such as `FILE`; nil for an option without a value.
    public let value: String?
    /// One sentence for the help, without a full stop.
    public let summary: String
    /// The words this option accepts, for help and suggestions; empty where any value may be right.
    public let choices: [String]
    /// Whether it may be given more than once.
    public let isRepeatable: Bool

    public init(
        _ name: String, value: String? = nil, choices: [String] = [], isRepeatable: Bool = false, _ summary: String
    ) {
        self.name = name
        self.value = value
        self.choices = choices
        self.isRepeatable = isRepeatable
        self.summary = summary
    }

    /// How it is typed: `--record FILE`.
    public var usage: String { value.map { "--\(name) \($0)" } ?? "--\(name)" }
}
