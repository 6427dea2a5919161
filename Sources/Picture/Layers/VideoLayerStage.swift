import OnAirFFmpeg
import OnAirMedia

/// Shows a video in a layer: each picture at the start's instant plus its own time, looped without a gap.
///
/// One picture lies ready, the next stands decoded, so a picture is there when it is due; late ones are passed over. An
/// address is opened by the first step, and one that has nothing to give for 10 s has failed: only this stage waits.
/// Where an address falls behind by more than a second, its start moves on instead: what is live stays live. A failure is
/// told once, the last picture stays, and the stage ends. Also ends when asked to, or when no scene holds its cell.
package final class VideoLayerStage: Stage {
    package let name = "video-layer"
    private let video: LayerVideo
    private let playback: VideoPlayback
    private let stop: StopRequest
    private let failed: (LayerError) -> Void
    private weak var cell: LayerCell?
    private var reader: MediaFileReader?
    private let isAddress: Bool
    private var pool: PicturePool?
    /// The next picture, in its place in time.
    private var ready: Picture?
    /// When the picture after `ready` is due, which the reader holds decoded.
    private var held: HostTime?
    /// The start of the first loop, and how long the loops so far have lasted.
    private var start: HostTime?
    private var loopStart = MediaTime.zero
    /// Time of the newest picture of this loop.
    private var lastTime: MediaTime?
    private var found: Int64 = 0
    private var isAtEnd = false
    /// Going back to an address's start may take long: first everything read is shown.
    private var mustRewind = false

    /// - Parameters:
    ///   - reader: the file, opened; nil for an address, which is opened by the first step.
    ///   - failed: told why the video has ended before its time.
    package init(
        _ video: LayerVideo, reader: sending MediaFileReader?, cell: LayerCell, playback: VideoPlayback,
        stop: StopRequest, failed: @escaping (LayerError) -> Void
    ) {
        self.video = video
        isAddress = reader == nil
        self.reader = reader
        self.cell = cell
        self.playback = playback
        self.stop = stop
        self.failed = failed
    }

    package func step(now: HostTime) -> StageWait {
        guard !stop.isRequested, let cell else { return .finished }
        do throws(FFmpegError) {
            let reader = try opened()
            guard try fill(reader, now: now) else { return .again }
            while let picture = ready, picture.captureTime <= now {
                ready = nil
                if let next = held, next <= now {
                    playback.update { $0.skipped += 1 }
                } else {
                    cell.show(.picture(picture))
                    playback.update { $0.shown += 1 }
                }
                guard try fill(reader, now: now) else { return .again }
            }
        } catch {
            if !stop.isRequested { fail(error) }
            return .finished
        }
        if let next = ready?.captureTime ?? held { return next > now ? .event(until: next) : .again }
        guard isAtEnd else { return .again }
        playback.update { $0.hasEnded = true }
        return .finished
    }

    private func fail(_ error: FFmpegError) {
        let error = LayerError(
            .lost, layer: nil, "A video layer has failed: \(error.message)",
            advice: error.advice ?? "Load the scene again.")
        playback.update {
            $0.hasEnded = true
            $0.failure = error
        }
        failed(error)
    }

    private func opened() throws(FFmpegError) -> MediaFileReader {
        if let reader { return reader }
        let opened = try MediaFileReader(address: video.path, tracks: .video) { [stop] in stop.isRequested }
        reader = opened
        return opened
    }

    /// Decodes until a picture lies ready and the next one is held. False when that takes long: then once more.
    private func fill(_ reader: MediaFileReader, now: HostTime) throws(FFmpegError) -> Bool {
        for _ in 0..<8 {
            if ready == nil, let due = held {
                guard let picture = try take(reader, due) else { continue }
                ready = picture.oriented(
                    ImageOrientation(quarterTurns: (reader.video?.rotation ?? 0) / 90, mirrored: false))
                held = nil
            }
            guard held == nil, !isAtEnd, !(mustRewind && isAddress && ready != nil) else { return true }
            if mustRewind { try startNextLoop(reader) } else { try findNext(reader, now: now) }
        }
        return false
    }

    /// The decoded picture as it lies in the decoder's memory, or else copied; nil while too many are in use.
    private func take(_ reader: MediaFileReader, _ due: HostTime) throws(FFmpegError) -> Picture? {
        if let lent = try reader.lendPicture(captureTime: due, sequence: found - 1) { return lent }
        guard let format = reader.video?.format else { return nil }
        let pool = pool ?? PicturePool(format: format, capacity: 6)
        self.pool = pool
        guard var copy = pool.take(captureTime: due, sequence: found - 1) else {
            // Passed over like a late one.
            held = nil
            playback.update { $0.skipped += 1 }
            return nil
        }
        try reader.copyPicture(into: &copy)
        return copy.freeze()
    }

    private func findNext(_ reader: MediaFileReader, now: HostTime) throws(FFmpegError) {
        let time = try reader.nextPicture()
        let corrupt = reader.corruptCount
        playback.update { $0.corrupt = corrupt }
        guard let time else {
            mustRewind = true
            return
        }
        // What the file shows before its start, or again.
        guard time >= lastTime ?? .zero, time != lastTime else { return }
        lastTime = time
        found += 1
        var start = start ?? now.advanced(byNanoseconds: -time.nanoseconds)
        var due = start.advanced(by: loopStart + time)
        if isAddress, now.nanoseconds(since: due) > 1_000_000_000 {
            start = start.advanced(byNanoseconds: now.nanoseconds(since: due))
            due = now
        }
        if start != self.start {
            self.start = start
            playback.setStart(start)
        }
        held = due
    }

    private func startNextLoop(_ reader: MediaFileReader) throws(FFmpegError) {
        mustRewind = false
        guard video.loops else {
            isAtEnd = true
            return
        }
        guard let lastTime, let track = reader.video else {
            throw FFmpegError(
                .unusable, "It gives no more pictures.", advice: "Check whether it has been changed or removed.")
        }
        let pictures = lastTime + track.frameRate.frameDuration
        // Sound of the same file loops with the file, whose end may come a little after its last picture's.
        var length = max(reader.duration ?? pictures, pictures)
        // Containers round to milliseconds.
        if length - pictures <= .milliseconds(1) { length = pictures }
        let duration = length
        playback.update { $0.duration = duration }
        try reader.rewind()
        loopStart = loopStart + length
        self.lastTime = nil
    }
}
