import OnAirMedia

/// From when to when a recording goes: from its first packet to the end of what is shown or heard last.
struct RecordedSpan: Sendable {
    private var start: MediaTime?
    private var end = MediaTime.zero

    /// Counts a packet that was written.
    mutating func add(_ packet: EncodedPacket, format: ProgramFormat) {
        if start == nil { start = packet.decodeTime }
        let length: MediaTime? =
            switch packet.track {
            case .video: format.video?.frameRate.frameDuration
            case .audio: format.audio.map { MediaTime(value: 1024, timescale: Int64($0.sound.sampleRate)) }
            }
        end = max(end, packet.presentationTime + (length ?? .zero))
    }

    /// The length in seconds; 0 while nothing was written.
    var seconds: Double { start.map { max(0, (end - $0).seconds) } ?? 0 }
}
