import OnAir

/// What the window tells of the broadcast, in its title and by its marks. A value: whoever hears of the broadcast fills it.
package struct WindowFacts: Equatable, Sendable {
    /// A destination or a recording that is open.
    package struct Output: Equatable, Sendable {
        package var name: String
        /// As `OutputStatus.State` names it.
        package var state: String
        /// Seconds that it has been live.
        package var seconds = 0.0

        package init(name: String, state: String, seconds: Double = 0) {
            (self.name, self.state, self.seconds) = (name, state, seconds)
        }

        var isLive: Bool { state == "live" }
    }

    /// Where the program is sent.
    package var destinations: [Output] = []
    /// What it is recorded to.
    package var recordings: [Output] = []
    /// The stream's state, as `StreamState` names it.
    package var stream = "idle"
    /// Sent to all destinations, in kbit/s.
    package var kilobitsPerSecond = 0.0
    /// Packets of pictures and sound that all outputs gave up.
    package var dropped: Int64 = 0
    /// The camera shown; nil before there is one.
    package var camera: String?
    /// It gives nothing any more, and is looked for.
    package var isCameraLost = false
    package var isMuted = false
    package var isFrozen = false
    /// Everything is being closed.
    package var isStopping = false
    /// What came of the last thing asked for; nil once it has been there to read.
    package var answer: String?

    package init() {}

    /// Viewers get the program now.
    package var isLive: Bool { destinations.contains(where: \.isLive) }
    /// It is sent, or on the way there.
    package var isSending: Bool { !destinations.isEmpty }
    package var isRecording: Bool { recordings.contains(where: \.isLive) }

    /// Takes over what a second has brought.
    package mutating func update(_ statistics: BroadcastStatistics) {
        stream = statistics.state
        kilobitsPerSecond = statistics.uploadKilobitsPerSecond
        let open = statistics.outputs.filter { $0.state != "ended" }
        dropped = open.reduce(0) { $0 + $1.dropped }
        func outputs(_ kind: OutputStatus.Kind) -> [Output] {
            open.filter { $0.kind == kind }.map { Output(name: $0.name, state: $0.state, seconds: $0.liveSeconds) }
        }
        (destinations, recordings) = (outputs(.destination), outputs(.recording))
    }

    /// Takes over what became of one output, before the next second tells.
    package mutating func update(_ status: OutputStatus) {
        let list = status.kind == .destination ? \WindowFacts.destinations : \WindowFacts.recordings
        let place = self[keyPath: list].firstIndex { $0.name == status.name }
        switch (status.state.name, place) {
        case ("ended", let place?): self[keyPath: list].remove(at: place)
        case ("ended", nil): break
        case (let state, let place?): self[keyPath: list][place].state = state
        case (let state, nil): self[keyPath: list].append(Output(name: status.name, state: state))
        }
    }
}
