/// A status in words, as long as there is room for.
enum StatusText {
    /// One line of at most `columns` columns. What matters least goes first when there is no room.
    static func line(_ status: LiveStatus, columns: Int = .max) -> String {
        let kbps = "\(number(status.videoKbps, 0))+\(number(status.audioKbps, 0)) kbit/s"
        // In the order they are shown; the number says who leaves first when it is narrow (highest first).
        var parts: [(text: String, rank: Int)] = [
            (Decimals.clock(status.time), 0), (status.state, 1), (trouble(status), 1),
            ("\(number(status.fps, 1)) fps", 3), (kbps, 2),
            ("lost \(status.losses)\(losses(status))", 4), ("queue \(number(status.longestQueue, 0)) ms", 5),
            ("encode \(number(status.encodeMilliseconds, 1)) ms", 6),
        ]
        parts.removeAll { $0.text.isEmpty }
        let live = status.destinations.count { $0.state == "live" }
        if status.destinations.count > 1 { parts.append(("\(live)/\(status.destinations.count) live", 7)) }
        if !status.recordings.isEmpty {
            let running = status.recordings.contains { $0.state != "ended" }
            parts.append((running ? "recording" : "recording ended", 8))
        }
        while parts.count > 1, width(of: parts.map(\.text)) > columns {
            guard let leaving = parts.indices.max(by: { parts[$0].rank < parts[$1].rank }) else { break }
            parts.remove(at: leaving)
        }
        return String(parts.map(\.text).joined(separator: "  ").prefix(max(0, columns)))
    }

    /// What it all came to, once it is over.
    static func summary(_ status: LiveStatus) -> String {
        let bytes = (status.destinations + status.recordings).reduce(0) { $0 + $1.bytes }
        return [
            Decimals.clock(status.time), "\(status.pictures.program) pictures",
            "lost \(status.losses)\(losses(status))",
            "\(number(Double(bytes) / 1e6, 1)) MB sent and written",
        ].joined(separator: "  ")
    }

    /// Why a destination is being tried again, and when the next time.
    private static func trouble(_ status: LiveStatus) -> String {
        guard let output = status.troubled else { return "" }
        let reason = output.lastError ?? "lost"
        guard let seconds = output.nextTry, seconds >= 1 else { return "(\(reason), trying)" }
        return "(\(reason), next try in \(number(seconds.rounded(.up), 0)) s)"
    }

    private static func width(of parts: [String]) -> Int {
        parts.reduce(0) { $0 + $1.count } + 2 * (parts.count - 1)
    }

    /// What was lost where, without the zeros: ` (2 late, 1 dropped)`.
    private static func losses(_ status: LiveStatus) -> String {
        let dropped = (status.destinations + status.recordings).reduce(0) { $0 + $1.dropped }
        let counts: [(Int64, String)] = [
            (status.pictures.late, "late"), (status.pictures.corrupt, "corrupt"),
            (status.pictures.poolEmpty, "no memory"),
            (status.pictures.lagged, "lagged"),
            (status.pictures.skipped, "skipped"), (dropped, "dropped"),
        ]
        let told = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return told.isEmpty ? "" : " (\(told.joined(separator: ", ")))"
    }

    private static func number(_ value: Double, _ places: Int) -> String { Decimals.text(value, places: places) ?? "-" }
}
