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
        (work.convert, work.filter) = (statistics.work.convertMilliseconds, statistics.work.filterMilliseconds)
        (work.mix, work.preview) = (statistics.work.mixMilliseconds, statistics.work.previewMilliseconds)
        leader = statistics.leader.flatMap { labels[$0] }
        reconnects = Int64(statistics.reconnects)
        uploadBytes = statistics.uploadedBytes
        uploadKbps = statistics.uploadKilobitsPerSecond
        encoder = Encoder(statistics.encoder)
        pictures = Pictures(statistics.pictures)
        sound.silenceSamples = statistics.sound.silence
        sound.overlapped = statistics.sound.overlapped
        sound.overrun = statistics.sound.overrun
        sound.skipped = statistics.sound.skipped
        sound.drift = statistics.sound.drift
        sound.correction = statistics.sound.correction
        sound.positionError = statistics.sound.positionError
        for output in statistics.outputs {
            let shown = Output(output, label: labels[output.id] ?? output.name)
            switch output.kind {
            case .destination: destinations.append(shown)
            case .recording: recordings.append(shown)
            }
        }
    }
}

extension LiveStatus.Encoder {
    init(_ encoder: EncoderStatistics) {
        self.init()
        kbps = Double(encoder.bitrate) / 1000
        ceilingKbps = Double(encoder.bitrateCeiling) / 1000
        fps = encoder.frameRate
        step = Int64(encoder.loadStep)
        preset = encoder.preset
        width = Int64(encoder.width)
        height = Int64(encoder.height)
    }
}

extension LiveStatus.Pictures {
    fileprivate init(_ pictures: BroadcastStatistics.PictureCounts) {
        self.init()
        captured = pictures.captured
        captureRate = pictures.captureRate
        program = pictures.program
        repeated = pictures.repeated
        late = pictures.late
        lagged = pictures.lagged
        skipped = pictures.skipped
        poolEmpty = pictures.poolEmpty
        corrupt = pictures.corrupt
        decimated = pictures.decimated
        thinned = pictures.thinned
        encoded = pictures.encoded
        redrawn = pictures.redrawn
        preview = pictures.preview
    }
}

extension LiveStatus.Output {
    fileprivate init(_ output: OutputStatistics, label: String) {
        let isRecording = output.kind == .recording && output.state == "live"
        self.init(id: label, state: isRecording ? "recording" : output.state)
        isLeader = output.isLeader
        liveSeconds = output.liveSeconds
        attempts = Int64(output.attempts)
        reconnects = Int64(output.reconnects)
        lastError = output.lastError
        bytes = output.bytes
        kbps = output.kilobitsPerSecond
        dropped = output.dropped
        missed = output.missed
        queueMilliseconds = Double(output.queueMilliseconds)
        queueBytes = Int64(output.queueBytes)
        queuePackets = Int64(output.queuePackets)
        acknowledgedBytes = output.acknowledgedBytes
        unacknowledgedBytes = Int64(output.unacknowledgedBytes)
        roundTripMilliseconds = output.roundTripMilliseconds
        retransmits = Int64(output.retransmits)
        congestion = output.congestion
        latencyMedian = output.latencyMedian
        latency95 = output.latency95
        video = Track(output.video)
        audio = Track(output.audio)
    }
}

extension LiveStatus.Output.Track {
    fileprivate init(_ track: OutputStatistics.Track) {
        self.init()
        packets = track.packets
        bytes = track.bytes
        kbps = track.kilobitsPerSecond
        dropped = track.dropped
        queuePackets = Int64(track.queuePackets)
        queueBytes = Int64(track.queueBytes)
        queueMilliseconds = Double(track.queueMilliseconds)
    }
}
