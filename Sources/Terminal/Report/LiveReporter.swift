/// Turns what happens into what is written: for a terminal, for a log file, or for a program. Decides everything and
/// writes nothing; `Console` writes.
public struct LiveReporter: Sendable {
    /// Who reads.
    public enum Style: Sendable, Equatable {
        /// A person at a terminal: one live status line on standard error.
        case terminal
        /// A log: a status line each 10 s on standard error.
        case lines
        /// A program: JSON lines on standard output, errors in words on standard error as well.
        case json
        /// Errors only, on standard error.
        case quiet
    }

    /// Text for one of the two streams.
    public struct Output: Sendable, Equatable {
        public enum Stream: Sendable, Equatable { case standardOutput, standardError }

        public let stream: Stream
        public let text: String
    }

    /// Seconds between two status lines in a log.
    public static let lineInterval = 10.0

    private let style: Style
    private let level: LiveOptions.LogLevel
    private var line = StatusLine()
    private var nextLine = lineInterval
    /// The state each output was last told in, by its id.
    private var told: [String: String] = [:]

    /// - Parameter level: messages less grave than this are left out.
    public init(_ style: Style, level: LiveOptions.LogLevel = .warning) {
        self.style = style
        self.level = level
    }

    /// The style for what was asked and where standard error goes.
    public static func style(for options: LiveOptions, errorIsTerminal: Bool) -> Style {
        if options.json { return .json }
        if options.quiet { return .quiet }
        return errorIsTerminal ? .terminal : .lines
    }

    /// What to write for `event`; nil for nothing.
    ///
    /// - Parameter columns: the terminal's width now.
    public mutating func report(_ event: LiveEvent, columns: Int) -> [Output] {
        var outputs: [Output] = []
        if style == .json { outputs.append(Output(stream: .standardOutput, text: JSONReport.line(event))) }
        let text = words(event, columns: columns)
        if !text.isEmpty { outputs.append(Output(stream: .standardError, text: text)) }
        return outputs
    }

    private mutating func words(_ event: LiveEvent, columns: Int) -> String {
        switch event {
        case .state, .leader: return ""
        case .start(let camera, let microphone):
            guard style == .terminal || style == .lines else { return "" }
            return interject(columns, "from \(Self.devices(camera, microphone))")
        case .device(let change):
            guard let message = change.message, shows(.warning) else { return "" }
            return interject(columns, "warning: \(message)")
        case .answer(let text): return style == .terminal || style == .lines ? interject(columns, text) : ""
        case .destination(let change), .recording(let change):
            let isOver = change.state == "ended" && change.error != nil
            guard isOver || isNews(change) else { return "" }
            return interject(columns, Self.sentence(change))
        case .network(let change):
            guard shows(change.level) else { return "" }
            return interject(columns, "\(change.level.rawValue): \(change.id): \(change.message)")
        case .encoder(_, let message):
            guard shows(.warning) else { return "" }
            return interject(columns, "warning: \(message)")
        case .metrics(let port):
            guard style == .terminal || style == .lines else { return "" }
            return interject(columns, "metrics at http://127.0.0.1:\(port)/metrics")
        case .failure(let code, let message): return interject(columns, "error: \(message) [\(code)]")
        case .message(let level, let text):
            guard shows(level) else { return "" }
            return interject(columns, "\(level.rawValue): \(text)")
        case .statistics(let status):
            switch style {
            case .terminal: return line.show(StatusText.line(status, columns: max(0, columns - 1)), columns: columns)
            case .lines:
                guard status.time >= nextLine else { return "" }
                nextLine = (status.time / Self.lineInterval).rounded(.down) * Self.lineInterval + Self.lineInterval
                return StatusText.line(status) + "\n"
            case .json, .quiet: return ""
            }
        case .summary(let status, let code):
            let cleared = line.clear()
            guard style == .terminal || style == .lines else { return cleared }
            let end = code == .success ? "ended" : "ended: \(code.meaning) (exit \(code.rawValue))"
            return cleared + wrapped("\(StatusText.summary(status))  \(end)", columns) + "\n"
        }
    }

    private mutating func interject(_ columns: Int, _ text: String) -> String { line.interject(wrapped(text, columns)) }

    /// `text` broken between words where it is wider than the terminal; in a log, a line stays a line.
    private func wrapped(_ text: String, _ columns: Int) -> String {
        guard style == .terminal, text.count > columns, columns > 20 else { return text }
        return Paragraph.lines(text, width: columns - 2).joined(separator: "\n  ")
    }

    /// What to write after somebody else has written to the terminal: the status line again.
    public mutating func redraw() -> [Output] {
        let text = line.redraw()
        return text.isEmpty ? [] : [Output(stream: .standardError, text: text)]
    }

    /// What to write so that no status line is in the way of somebody else.
    public mutating func clear() -> [Output] {
        let text = line.hide()
        return text.isEmpty ? [] : [Output(stream: .standardError, text: text)]
    }

    private static func devices(_ camera: LiveEvent.DeviceName?, _ microphone: LiveEvent.DeviceName?) -> String {
        let words = [camera, microphone].compactMap { $0.map { "\($0.name) (\($0.id))" } }
        return words.joined(separator: " and ")
    }

    /// Whether an output is in another state, or for another reason, than a person was last told. On its way to being
    /// live it says several times what it waits for, and each time why it is tried again: that is for programs.
    private mutating func isNews(_ change: LiveEvent.OutputChange) -> Bool {
        let news = change.state + (change.error ?? "")
        guard style == .terminal || style == .lines, told[change.id] != news else { return false }
        told[change.id] = news
        return true
    }

    private func shows(_ message: LiveOptions.LogLevel) -> Bool {
        guard style != .quiet else { return message == .error }
        let order = LiveOptions.LogLevel.allCases
        guard let asked = order.firstIndex(of: level), let rank = order.firstIndex(of: message) else { return true }
        return rank <= asked
    }

    private static func sentence(_ change: LiveEvent.OutputChange) -> String {
        guard let error = change.error else {
            return "\(change.id): \(change.state)"
        }
        let message = change.message ?? change.state
        let level = change.state == "ended" ? "error" : "warning: \(change.state)"
        // Most messages say what they are about; it need not be said twice.
        return message.contains(change.id)
            ? "\(level): \(message) [\(error)]" : "\(level): \(change.id): \(message) [\(error)]"
    }
}
