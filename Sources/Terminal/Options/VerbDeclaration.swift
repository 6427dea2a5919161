/// One verb of a command, such as `live`, as the table declares it.
public struct VerbDeclaration: Sendable, Equatable {
    /// One line of help that can be typed as it stands, and what it does.
    public struct Example: Sendable, Equatable {
        public let purpose: String
        public let command: String

        public init(_ purpose: String, _ command: String) {
            self.purpose = purpose
            self.command = command
        }
    }

    /// Empty for a program that does one thing.
    public let name: String
    /// One sentence for the list of verbs, without a full stop.
    public let summary: String
    /// Paragraphs below the usage line.
    public let discussion: [String]
    /// What stands for the words after it, such as `IN`, of a verb that does one thing to them.
    public let operands: [String]
    /// How many of `operands` may be left out, from the end.
    public let optionalOperandCount: Int
    /// What its words after it may be, in the order the help shows them; empty for a verb that does one thing.
    public let actions: [ActionDeclaration]
    /// Options in the order the help shows them.
    public let sections: [OptionSection]
    public let examples: [Example]
    /// Paragraphs that close the help, each under a heading.
    public let notes: [(heading: String, lines: [String])]

    public init(
        _ name: String, _ summary: String, discussion: [String] = [], operands: [String] = [],
        optionalOperandCount: Int = 0, actions: [ActionDeclaration] = [],
        sections: [OptionSection] = [],
        examples: [Example] = [], notes: [(heading: String, lines: [String])] = []
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.operands = operands
        self.optionalOperandCount = optionalOperandCount
        self.actions = actions
        self.sections = sections
        self.examples = examples
        self.notes = notes
    }

    /// How it is called, after `program`.
    func spoken(after program: String) -> String { name.isEmpty ? program : "\(program) \(name)" }

    /// How its help is asked for.
    func help(of program: String) -> String { name.isEmpty ? "\(program) --help" : "\(program) help \(name)" }

    /// Whether words may follow it.
    var takesWords: Bool { !operands.isEmpty || !actions.isEmpty }

    /// What its words are, such as ` IN OUT` or ` ACTION`; empty where it takes none.
    var words: String {
        if !actions.isEmpty { return " ACTION" }
        let needed = operands.dropLast(optionalOperandCount).map { " \($0)" }
        return (needed + operands.suffix(optionalOperandCount).map { " [\($0)]" }).joined()
    }

    /// Every option of every section.
    public var options: [OptionDeclaration] { sections.flatMap(\.options) }

    public static func == (left: VerbDeclaration, right: VerbDeclaration) -> Bool {
        left.name == right.name && left.sections == right.sections && left.actions == right.actions
            && left.operands == right.operands
    }
}
