/// Writes what `onair doctor` found: for people, or as one JSON document whose schema stands in docs/cli.md.
public struct DoctorReport: Sendable, Equatable {
    /// One finding, in words.
    public struct Finding: Sendable, Equatable {
        /// Stable across versions, such as `cpu-quota`.
        public var code: String
        public var area: String
        public var state: State
        public var seen: String
        public var why: String
        public var fix: String?

        public init(code: String, area: String, state: State, seen: String, why: String, fix: String?) {
            (self.code, self.area, self.state) = (code, area, state)
            (self.seen, self.why, self.fix) = (seen, why, fix)
        }
    }

    /// How a finding stands.
    public enum State: String, Sendable, CaseIterable { case good, note, problem }

    public let findings: [Finding]

    public init(_ findings: [Finding]) { self.findings = findings }

    /// `unfit` where something is in the way of going live.
    public var exitCode: ExitCode { findings.contains { $0.state == .problem } ? .unfit : .success }

    private static let column = 12

    /// Text for people: what is good in one line each, the rest with the reason and the remedy.
    ///
    /// - Parameters:
    ///   - columns: the terminal's width; nil where nobody looks, and lines stay whole for other programs.
    ///   - isColored: whether colours may be used.
    public func text(columns: Int?, isColored: Bool) -> String {
        let paint = TextPaint(isOn: isColored)
        let width = columns.map { max(40, $0) } ?? .max
        var lines: [String] = []
        var area = ""
        for finding in findings {
            if finding.area != area { lines.append(paint.bold(finding.area)) }
            area = finding.area
            lines += Self.entry(mark(finding.state, paint), finding.state.rawValue.count, finding.seen, width)
            guard finding.state != .good else { continue }
            lines += Paragraph.lines(finding.why, width: width, indent: Self.column).map(paint.dim)
            if let fix = finding.fix { lines += Self.entry("      →", 7, fix, width) }
        }
        return (lines + ["", verdict(paint)]).joined(separator: "\n") + "\n"
    }

    private static func entry(_ mark: String, _ length: Int, _ text: String, _ width: Int) -> [String] {
        var lines = Paragraph.lines(text, width: width, indent: column)
        guard let first = lines.first else { return [] }
        lines[0] = "  \(mark)" + String(repeating: " ", count: column - 2 - length) + first.drop { $0 == " " }
        return lines
    }

    private func mark(_ state: State, _ paint: TextPaint) -> String {
        switch state {
        case .good: paint.green(state.rawValue)
        case .note: paint.yellow(state.rawValue)
        case .problem: paint.red(state.rawValue)
        }
    }

    private func verdict(_ paint: TextPaint) -> String {
        let (notes, problems) = (count(.note), count(.problem))
        let words = notes == 0 ? "" : ", \(notes) \(notes == 1 ? "note" : "notes")"
        guard problems > 0 else { return paint.green("This machine can go live\(words).") }
        return paint.red("\(problems) \(problems == 1 ? "problem" : "problems")\(words).")
    }

    private func count(_ state: State) -> Int { findings.count { $0.state == state } }

    /// One JSON document, on one line.
    public var json: String {
        let found = findings.map { finding in
            JSONValue.object([
                ("code", .string(finding.code)), ("area", .string(finding.area)),
                ("state", .string(finding.state.rawValue)), ("seen", .string(finding.seen)),
                ("why", .string(finding.why)), ("fix", finding.fix.map(JSONValue.string) ?? .null),
            ])
        }
        let document = JSONValue.object([
            ("canGoLive", .bool(exitCode == .success)), ("problems", .integer(Int64(count(.problem)))),
            ("notes", .integer(Int64(count(.note)))), ("findings", .array(found)),
            ("exitCode", .integer(Int64(exitCode.rawValue))),
        ])
        return "\(document)\n"
    }
}
