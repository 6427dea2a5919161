import OnAir
import OnAirTerminal

extension LiveStatus {
    /// The library's numbers as the terminal shows them.
    init(_ statistics: BroadcastStatistics, state: String, labels: OutputLabels) {
        self.init()
        time = statistics.uptime
        self.state = state
        fps = statistics.framesPerSecond
        videoKbps = statistics.videoKilobitsPerSecond
        audioKbps = statistics.audioKilobitsPerSecond
        encodeMilliseconds = statistics.encodeMilliseconds
        pictures.captured = statistics.pictures.captured
        pictures.captureRate = statistics.pictures.captureRate
        pictures.program = statistics.pictures.program
        pictures.repeated = statistics.pictures.repeated
        pictures.late = statistics.pictures.late
        pictures.lagged = statistics.pictures.lagged
        pictures.skipped = statistics.pictures.skipped
        pictures.poolEmpty = statistics.pictures.poolEmpty
        pictures.corrupt = statistics.pictures.corrupt
        sound.silenceSamples = statistics.sound.silence
        sound.overlapped = statistics.sound.overlapped
        sound.overrun = statistics.sound.overrun
        sound.drift = statistics.sound.drift
        sound.correction = statistics.sound.correction
        sound.positionError = statistics.sound.positionError
        for output in statistics.outputs {
            var shown = Output(id: labels[output.id] ?? output.name, state: output.state)
            shown.bytes = output.bytes
            shown.kbps = output.kilobitsPerSecond
            shown.dropped = output.dropped
            shown.queueMilliseconds = Double(output.queueMilliseconds)
            shown.queueBytes = Int64(output.queueBytes)
            switch output.kind {
            case .destination: destinations.append(shown)
            case .recording:
                if shown.state == "live" { shown.state = "recording" }
                recordings.append(shown)
            }
        }
    }
}
