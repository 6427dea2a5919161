/// A command with its verbs: what `OptionParser` reads by and `HelpText` prints.
public struct CommandTable: Sendable {
    /// The name it is called by.
    public let program: String
    /// One sentence about the whole, without a full stop.
    public let summary: String
    public let verbs: [VerbDeclaration]

    public init(program: String, summary: String, verbs: [VerbDeclaration]) {
        self.program = program
        self.summary = summary
        self.verbs = verbs
    }

    /// The verb called `name`.
    public func verb(_ name: String) -> VerbDeclaration? { verbs.first { $0.name == name } }
}
