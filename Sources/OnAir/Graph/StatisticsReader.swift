/// Puts the stages' own numbers together into one snapshot, and turns counters into rates.
struct StatisticsReader {
    private var encoded = RateMeter()
    private var videoBits = RateMeter()
    private var audioBits = RateMeter()
    private var lastEncode: (count: Int64, nanoseconds: Int64) = (0, 0)
    private var encodeMilliseconds = 0.0
    /// Pictures that encoders which have ended had encoded.
    private var encodedBefore: Int64 = 0
    /// Pictures that these had left out.
    private var thinnedBefore: Int64 = 0
    private var silence = CameraSilence()

    mutating func encodersStarted(at now: HostTime) {
        encoded = RateMeter(startingAt: now)
        videoBits = RateMeter(startingAt: now)
        audioBits = RateMeter(startingAt: now)
        (lastEncode, encodeMilliseconds) = ((0, 0), 0)
    }

    mutating func encodersEnding(_ encode: EncodeSide) {
        encodedBefore += encode.videoMeter.snapshot.packets
        thinnedBefore += encode.videoMeter.snapshot.thinned
    }

    mutating func read(
        capture: CaptureSide, encode: EncodeSide?, outputs: [OutputStatistics], epoch: HostTime, now: HostTime,
        isTick: Bool
    ) -> BroadcastStatistics {
        var result = BroadcastStatistics()
        result.uptime = now.time(since: epoch).seconds
        if let meter = capture.pictureMeter?.snapshot {
            result.pictures.captured = meter.programPictures - meter.repeats - meter.redrawn
            result.pictures.redrawn = meter.redrawn
            result.pictures.preview = meter.previewPictures
            result.work = BroadcastStatistics.PictureWork(meter)
            result.pictures.program = meter.programPictures
            result.pictures.repeated = meter.repeats
            result.pictures.captureRate = silence.rate(
                meter.capturedRate, captured: result.pictures.captured, at: now)
        }
        let lost = capture.pictureLedger
        if capture.decimates {
            result.pictures.decimated = lost[.late]
        } else {
            result.pictures.late = lost[.late]
        }
        result.pictures.poolEmpty = lost[.poolEmpty]
        result.pictures.corrupt = lost[.corrupt]
        result.pictures.lagged = lost[.lagged]
        result.pictures.skipped = lost[.skipped]
        let sound = capture.soundMeter.snapshot
        result.sound.program = sound.blocks * 1024
        result.sound.silence = sound.silentSamples
        result.sound.overlapped = sound.overlappedSamples
        result.sound.drift = sound.drift
        result.sound.correction = sound.correction
        result.sound.positionError = sound.positionError
        result.sound.overrun = capture.soundLedger[.overrun]
        result.sound.skipped = capture.soundLedger[.skipped]
        result.pictures.encoded = encodedBefore
        result.pictures.thinned = thinnedBefore
        if let encode {
            let video = encode.videoMeter.snapshot
            result.pictures.encoded += video.packets
            result.pictures.thinned += video.thinned
            result.framesPerSecond = encoded.rate(video.packets, at: now, isTick: isTick)
            result.videoKilobitsPerSecond = videoBits.rate(video.bytes * 8, at: now, isTick: isTick) / 1000
            result.audioKilobitsPerSecond =
                audioBits.rate(encode.audioMeter.snapshot.bytes * 8, at: now, isTick: isTick) / 1000
            if isTick { measureEncoding(video.encoded, video.totalNanoseconds) }
            result.encodeMilliseconds = encodeMilliseconds
        }
        result.outputs = outputs
        for output in outputs where output.kind == .destination {
            result.uploadedBytes += output.bytes
            result.uploadKilobitsPerSecond += output.kilobitsPerSecond
        }
        return result
    }

    /// The mean of the pictures since the last tick.
    private mutating func measureEncoding(_ encoded: Int64, _ nanoseconds: Int64) {
        let count = encoded - lastEncode.count
        encodeMilliseconds = count > 0 ? Double(nanoseconds - lastEncode.nanoseconds) / Double(count) / 1e6 : 0
        lastEncode = (encoded, nanoseconds)
    }
}
