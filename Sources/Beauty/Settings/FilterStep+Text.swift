/// How a step is written as text: the filter's name and, after a colon, what differs from its defaults, between commas:
/// `skin`, `skin:strong,smooth=0.6`, `look:film,intensity=0.5`, `sharpen:0.8`.
///
/// Where a filter has one thing that names it all (a look, an effect, the family of `skin`) or only one thing to set, its
/// value may stand alone, first. A backslash makes the character after it an ordinary one: a path with a comma in it is
/// written `look:my\, film.cube`, and a value alone that has an equals sign in it needs one there. Spaces around names and
/// values do not count.
extension FilterStep: LosslessStringConvertible {
    /// As `init(parsing:)`; nil where that throws.
    public init?(_ description: String) {
        do throws(FilterError) {
            try self.init(parsing: description)
        } catch {
            return nil
        }
    }

    /// Reads a step.
    ///
    /// - Throws: `FilterError` `.unknownFilter`, `.unknownParameter` or `.invalidValue` that name what is wrong and, where a
    ///   near miss is likely, what was meant; `.malformed` where it is no `NAME=VALUE` at all.
    public init(parsing text: String) throws(FilterError) {
        let parts = text.unicodeScalars.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = StepText.trimmed(parts[0])
        guard !name.isEmpty else {
            throw FilterError(
                .malformed, "“\(text)” names no filter.",
                advice: "Write NAME or NAME:PARAMETER=VALUE, such as skin:smooth=0.6.")
        }
        try self.init(named: name)
        guard parts.count == 2 else { return }
        let main = FilterKind(self).mainParameter
        var seen: Set<String> = []
        for (index, item) in try StepText.items(parts[1], of: text).enumerated() {
            guard let parameter = item.name ?? (index == 0 ? main?.name : nil) else {
                throw FilterError(
                    .malformed, "“\(item.value)” in “\(text)” says no parameter.",
                    advice: "Write PARAMETER=VALUE; \(name) has \(settings.names).")
            }
            guard seen.insert(parameter).inserted else {
                throw FilterError(.malformed, "“\(text)” sets \(parameter) twice.", advice: "Keep one of them.")
            }
            try set(parameter, to: value(item.value, for: parameter))
        }
    }

    private func value(_ text: String, for name: String) -> FilterValue {
        let parameter = FilterKind(self).parameters.first { $0.name == name }
        if case .number = parameter?.range, let number = Double(text) { return .number(number) }
        return .text(text)
    }

    /// The shortest text that `init(parsing:)` reads as this step.
    public var description: String {
        let main = FilterKind(self).mainParameter?.name
        var items: [String] = []
        for parameter in type(of: settings).parameters {
            guard let value = value(of: parameter.name), value != parameter.defaultValue else { continue }
            let text = value.description
            items.append(
                parameter.name == main && !text.isEmpty
                    ? StepText.escaped(text, standsAlone: true)
                    : parameter.name + "=" + StepText.escaped(text, standsAlone: false))
        }
        return items.isEmpty ? name : name + ":" + items.joined(separator: ",")
    }
}

extension FilterSettings {
    /// All that can be set, for a sentence.
    var names: String { Self.parameters.map(\.name).joined(separator: ", ") }
}
