import OnAirMedia

/// A text with its live variables found: what it says at one moment, and when that changes next.
package struct TextTemplate: Hashable, Sendable {
    private enum Piece: Hashable {
        case words(String)
        case clock(ClockFormat)
        case duration
        case named(String)
    }

    /// The names, other than those known here, that it uses.
    package let names: Set<String>
    private let pieces: [Piece]

    package init(_ text: String) {
        var pieces: [Piece] = []
        var words = ""
        var rest = text[...]
        while let character = rest.first {
            rest.removeFirst()
            guard character == "{" else {
                words.append(character)
                continue
            }
            if rest.first == "{" {
                rest.removeFirst()
                words.append("{")
            } else if let end = rest.firstIndex(of: "}"), end > rest.startIndex,
                !rest[..<end].contains(where: { $0 == "{" || $0.isNewline })
            {
                if !words.isEmpty { pieces.append(.words(words)) }
                words = ""
                pieces.append(Self.variable(String(rest[..<end])))
                rest = rest[rest.index(after: end)...]
            } else {
                words.append("{")
            }
        }
        if !words.isEmpty { pieces.append(.words(words)) }
        self.pieces = pieces
        names = Set(
            pieces.compactMap {
                if case .named(let name) = $0 { name } else { nil }
            })
    }

    private static func variable(_ name: String) -> Piece {
        switch name {
        case "clock": .clock(ClockFormat("%H:%M:%S"))
        case "duration": .duration
        case _ where name.hasPrefix("clock:"): .clock(ClockFormat(String(name.dropFirst("clock:".count))))
        default: .named(name)
        }
    }

    /// Whether it may ever say something else.
    package var isLive: Bool {
        pieces.contains {
            if case .words = $0 { false } else { true }
        }
    }

    /// Whether it says how long the broadcast has been live.
    package var usesDuration: Bool { pieces.contains(.duration) }

    /// What it says at `now`. A name without a value is left as it was typed.
    package func text(_ values: TextVariables.Values, now: HostTime, unixNanoseconds: Int64) -> String {
        var text = ""
        for piece in pieces {
            switch piece {
            case .words(let words): text += words
            case .clock(let format): text += format.text(unixNanoseconds: unixNanoseconds)
            case .duration: text += Self.duration(Self.elapsed(values, now) / 1_000_000_000)
            case .named(let name): text += values.named[name] ?? "{\(name)}"
            }
        }
        return text
    }

    /// When it says something else by itself; nil where only a value that is set can change it.
    package func nextChange(_ values: TextVariables.Values, now: HostTime, unixNanoseconds: Int64) -> HostTime? {
        var next: HostTime?
        for piece in pieces {
            let wait: Int64
            switch piece {
            case .words, .named: continue
            case .clock(let format): wait = format.nanosecondsToChange(from: unixNanoseconds)
            case .duration:
                guard let since = values.liveSince else { continue }
                // Before the start, which may be announced: one second after it.
                let elapsed = now.nanoseconds(since: since)
                wait = elapsed < 0 ? 1_000_000_000 - elapsed : 1_000_000_000 - elapsed % 1_000_000_000
            }
            let instant = now.advanced(byNanoseconds: wait)
            next = min(next ?? instant, instant)
        }
        return next
    }

    private static func elapsed(_ values: TextVariables.Values, _ now: HostTime) -> Int64 {
        values.liveSince.map { max(now.nanoseconds(since: $0), 0) } ?? 0
    }

    /// `H:MM:SS`.
    private static func duration(_ seconds: Int64) -> String {
        func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    }
}
