import OnAirMedia

/// Reads arguments by a table: pure, without a look at files or the environment.
///
/// `--name value` and `--name=value` mean the same. `-h` and `--help` win over everything else, so that help is one
/// keystroke away from any half-typed line. A verb with actions or operands takes words, before and after options; any
/// other takes none, and a lone `--` ends nothing.
public struct OptionParser: Sendable {
    /// What a command line asks for.
    public enum Request: Sendable, Equatable {
        /// The help of a verb, or of the whole command.
        case help(verb: String?)
        case version
        /// A verb with its words and its options, each in the order they were typed. The words are those of one of its
        /// actions, or its operands.
        case run(verb: String, words: [String] = [], options: [GivenOption])
    }

    /// An option as it was given; `value` is nil for one that takes none.
    public struct GivenOption: Sendable, Equatable {
        public let name: String
        public let value: String?

        public init(_ name: String, _ value: String? = nil) {
            self.name = name
            self.value = value
        }
    }

    private let table: CommandTable

    public init(_ table: CommandTable) { self.table = table }

    /// What `arguments` (without the program's own name) ask for.
    ///
    /// - Throws: `UsageError` that names the mistake and, where a near miss is likely, the right spelling.
    public func parse(_ arguments: [String]) throws(UsageError) -> Request {
        guard let first = arguments.first else { return .help(verb: nil) }
        switch first {
        case "--help", "-h": return .help(verb: nil)
        case "--version": return .version
        case "help":
            guard arguments.count > 1 else { return .help(verb: nil) }
            return .help(verb: try verb(named: arguments[1]).name)
        default: break
        }
        let verb = try verb(named: first)
        let rest = arguments.dropFirst()
        if rest.contains("--help") || rest.contains("-h") { return .help(verb: verb.name) }
        let (words, options) = try read(Array(rest), of: verb)
        guard !verb.actions.isEmpty else {
            try checkCount(words, of: verb)
            return .run(verb: verb.name, words: words, options: options)
        }
        let reader = ActionReader(program: table.program, verb: verb)
        return .run(verb: verb.name, words: try reader.check(words), options: options)
    }

    /// What `arguments` ask of a program that does one thing: its only verb, which nobody types.
    ///
    /// - Throws: as `parse`.
    public func parse(_ arguments: [String], asOnly verb: VerbDeclaration) throws(UsageError) -> Request {
        if arguments.contains("--help") || arguments.contains("-h") { return .help(verb: verb.name) }
        if arguments.first == "--version" { return .version }
        return .run(verb: verb.name, options: try read(arguments, of: verb).options)
    }

    private func verb(named name: String) throws(UsageError) -> VerbDeclaration {
        if let verb = table.verb(name) { return verb }
        let help = "See `\(table.program) --help`."
        guard !name.hasPrefix("-") else {
            let owners = table.verbs.filter { verb in verb.options.contains { "--\($0.name)" == Self.split(name).name }
            }
            if let owner = owners.first {
                throw UsageError(
                    .unknownVerb, "A verb comes first.",
                    advice: "Write `\(table.program) \(owner.name) \(Self.split(name).name) …`.")
            }
            throw UsageError(.unknownOption, "There is no \(Self.spoken(Self.split(name).name)).", advice: help)
        }
        // What is no word may be an address or a path: a secret could be in it.
        guard name.allSatisfy({ $0.isLetter || $0 == "-" }) else {
            throw UsageError(.unknownVerb, "The first argument is not a verb.", advice: help)
        }
        let near = Spelling.nearest(to: name, among: table.verbs.map(\.name) + ["help"])
        throw UsageError(
            .unknownVerb, "There is no verb \"\(name)\".", advice: near.map { "Did you mean \"\($0)\"?" } ?? help)
    }

    private func read(
        _ arguments: [String], of verb: VerbDeclaration
    ) throws(UsageError) -> (words: [String], options: [GivenOption]) {
        var words: [String] = []
        var given: [GivenOption] = []
        var index = 0
        while index < arguments.count {
            let argument = arguments[index]
            index += 1
            guard argument.hasPrefix("--"), argument.count > 2 else {
                if verb.takesWords {
                    guard !argument.isEmpty else {
                        throw UsageError(.missingValue, "Argument \(index + 1) is empty.")
                    }
                    words.append(argument)
                    continue
                }
                throw stray(argument, number: verb.name.isEmpty ? index : index + 1, after: given.last, of: verb)
            }
            let (name, inline) = Self.split(argument)
            guard let option = verb.options.first(where: { "--\($0.name)" == name }) else {
                let near = Spelling.nearest(to: name, among: verb.options.map { "--\($0.name)" })
                throw UsageError(
                    .unknownOption, "`\(verb.spoken(after: table.program))` has no \(Self.spoken(name)).",
                    advice: near.map { "Did you mean \($0)?" } ?? "See `\(verb.help(of: table.program))`.")
            }
            if !option.isRepeatable, given.contains(where: { $0.name == option.name }) {
                throw UsageError(.repeated, "--\(option.name) is given twice.", advice: "Keep one of them.")
            }
            guard let placeholder = option.value else {
                guard inline == nil else {
                    throw UsageError(
                        .unexpectedValue, "--\(option.name) takes no value.", advice: "Write --\(option.name) alone.")
                }
                given.append(GivenOption(option.name))
                continue
            }
            if let inline {
                given.append(GivenOption(option.name, inline))
            } else if index < arguments.count, !arguments[index].hasPrefix("--") {
                given.append(GivenOption(option.name, arguments[index]))
                index += 1
            } else {
                throw UsageError(
                    .missingValue, "--\(option.name) needs a value.", advice: "Write --\(option.name) \(placeholder).")
            }
            if given[given.count - 1].value == "" {
                throw UsageError(
                    .missingValue, "The value of --\(option.name) is empty.",
                    advice: "Write --\(option.name) \(placeholder).")
            }
        }
        return (words, given)
    }

    private func checkCount(_ words: [String], of verb: VerbDeclaration) throws(UsageError) {
        let usage = "Write `\(verb.spoken(after: table.program))\(verb.words)`."
        let least = verb.operands.count - verb.optionalOperandCount
        if words.count < least {
            let missing = verb.operands[words.count..<least].joined(separator: " and ")
            throw UsageError(
                .incomplete, "`\(verb.spoken(after: table.program))` needs \(missing).", advice: usage)
        }
        if words.count > verb.operands.count {
            throw UsageError(
                .unexpectedArgument, "`\(verb.spoken(after: table.program))` takes fewer words.", advice: usage)
        }
    }

    /// A word where an option should stand. It may be a key, or an address with one in it, so that only a word of the
    /// table is repeated; others are told by their number.
    private func stray(
        _ argument: String, number: Int, after previous: GivenOption?, of verb: VerbDeclaration
    ) -> UsageError {
        let place = previous.map { "after --\($0.name)" } ?? (verb.name.isEmpty ? "first" : "after the verb")
        if let option = verb.options.first(where: { $0.name == argument }) {
            return UsageError(
                .unexpectedArgument, "\"\(argument)\" stands \(place) where an option should.",
                advice: "Did you mean --\(option.name)?")
        }
        return UsageError(
            .unexpectedArgument, "Argument \(number), a word, stands \(place) where an option should.",
            advice: "Options start with two dashes; quote a value that has spaces in it.")
    }

    /// An option as an error may repeat it. What is no name may have an address glued to it, and so a secret in it.
    private static func spoken(_ name: String) -> String {
        name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" } ? "option \(name)" : "such option"
    }

    private static func split(_ argument: String) -> (name: String, value: String?) {
        guard let equals = argument.firstIndex(of: "=") else { return (argument, nil) }
        return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
    }
}
