/// The window's title: what is going on in one line, most pressing first. A pure function of the facts.
package enum WindowTitle {
    package static func text(_ facts: WindowFacts) -> String {
        var parts: [String] = []
        if let answer = facts.answer { parts.append(answer) }
        if facts.isStopping {
            parts.append("ending")
        } else {
            parts += sending(facts) + recording(facts)
            if facts.destinations.isEmpty, facts.recordings.isEmpty { parts.append("preview") }
        }
        if facts.isFrozen { parts.append("frozen") }
        if facts.isMuted { parts.append("muted") }
        if let camera = facts.camera { parts.append(facts.isCameraLost ? "\(camera) IS LOST" : camera) }
        parts.append("OnAir")
        return parts.joined(separator: " · ")
    }

    private static func sending(_ facts: WindowFacts) -> [String] {
        guard let first = facts.destinations.first else { return [] }
        let live = facts.destinations.filter(\.isLive)
        let seconds = live.map(\.seconds).max() ?? 0
        let state = live.isEmpty ? facts.destinations[0].state : "LIVE \(clock(seconds))"
        let place =
            facts.destinations.count == 1 ? first.name : "\(live.count) of \(facts.destinations.count) destinations"
        guard !live.isEmpty else { return [state, place] }
        return [state, place, "\(Int(facts.kilobitsPerSecond.rounded())) kbit/s", "\(facts.dropped) dropped"]
    }

    private static func recording(_ facts: WindowFacts) -> [String] {
        guard let first = facts.recordings.first else { return [] }
        let place = facts.recordings.count == 1 ? first.name : "\(facts.recordings.count) files"
        guard facts.isRecording else { return ["record: \(first.state)", place] }
        return ["REC \(clock(facts.recordings.map(\.seconds).max() ?? 0))", place]
    }

    /// `HH:MM:SS`, in whole seconds that have passed.
    static func clock(_ seconds: Double) -> String {
        let whole = Int(min(max(seconds, 0), 3_600_000))
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(whole / 3600)):\(two(whole / 60 % 60)):\(two(whole % 60))"
    }
}
