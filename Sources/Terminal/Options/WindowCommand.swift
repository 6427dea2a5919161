/// What a run of `onair-window` is to do, read from its arguments.
public enum WindowCommand: Sendable, Equatable {
    /// Print this text on standard output and end well.
    case show(String)
    case open(WindowOptions)

    /// Reads `arguments`, without the program's own name.
    ///
    /// - Parameter version: what `--version` prints.
    /// - Throws: `UsageError`; the program then prints it and ends with `ExitCode.usage`.
    public init(_ arguments: [String], version: String) throws(UsageError) {
        let (table, verb) = (CommandTable.window, CommandTable.windowVerb)
        switch try OptionParser(table).parse(arguments, asOnly: verb) {
        case .help: self = .show(HelpText.verb(verb, of: table))
        case .version: self = .show("\(table.program) \(version)\n")
        case .run(verb: _, words: _, let options): self = .open(try WindowOptions(options))
        }
    }
}
