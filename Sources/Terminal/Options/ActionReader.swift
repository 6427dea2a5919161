import OnAirMedia

/// Finds which action of a verb its words mean. Pure.
struct ActionReader {
    let program: String
    let verb: VerbDeclaration

    /// - Returns: `words` as they are, once they are those of an action.
    /// - Throws: `UsageError` that names the mistake; repeats only words that can be no secret.
    func check(_ words: [String]) throws(UsageError) -> [String] {
        guard let first = words.first else {
            throw UsageError(
                .incomplete, "`\(program) \(verb.name)` needs to know what to do.",
                advice: "Write one of: \(verb.actions.map(\.usage).joined(separator: "; ")).")
        }
        let starting = verb.actions.filter { $0.name[0] == first }
        guard !starting.isEmpty else { throw unknown(first, among: Self.unique(verb.actions.map { $0.name[0] })) }
        guard let action = starting.first(where: { Array(words.prefix($0.name.count)) == $0.name }) else {
            guard words.count > 1 else {
                throw UsageError(
                    .incomplete, "`\(program) \(verb.name) \(first)` needs to know what to do.",
                    advice: "Write one of: \(starting.map(\.usage).joined(separator: "; ")).")
            }
            throw unknown(words[1], among: starting.compactMap { $0.name.dropFirst().first })
        }
        let count = words.count - action.name.count
        let usage = "Write `\(program) \(verb.name) \(action.usage)`."
        if count < action.counts.lowerBound {
            throw UsageError(
                .incomplete,
                "`\(program) \(verb.name) \(action.name.joined(separator: " "))` needs \(missing(action, count)).",
                advice: usage)
        }
        if count > action.counts.upperBound {
            throw UsageError(
                .unexpectedArgument,
                "`\(program) \(verb.name) \(action.name.joined(separator: " "))` takes fewer words.", advice: usage)
        }
        return words
    }

    private func missing(_ action: ActionDeclaration, _ count: Int) -> String {
        let needed =
            action.operands.dropLast(action.optionalCount) + (action.restMinimum > 0 ? [action.rest ?? ""] : [])
        return needed.dropFirst(count).joined(separator: " and ")
    }

    private func unknown(_ word: String, among names: [String]) -> UsageError {
        let list = "It can \(names.joined(separator: ", "))."
        guard word.allSatisfy({ $0.isLetter || $0 == "-" }) else {
            return UsageError(.unexpectedArgument, "`\(program) \(verb.name)` cannot do that.", advice: list)
        }
        return UsageError(
            .unexpectedArgument, "`\(program) \(verb.name)` cannot \"\(word)\".",
            advice: Spelling.nearest(to: word, among: names).map { "Did you mean \"\($0)\"?" } ?? list)
    }

    private static func unique(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }
}
