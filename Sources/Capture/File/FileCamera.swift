import OnAirFFmpeg
import OnAirMedia

/// The pictures of a media file as a camera, in real time and looped.
///
/// A picture that the file shows at time t is captured, in loop i, at `epoch + i · duration + t`, where the duration is
/// that of the whole file: `FileMicrophone` of the same file loops by the same. Where the pictures end before the sound,
/// the last one stays until the loop point. Pictures are decoded before they are due: one lies ready, the next stands
/// decoded. A step that comes late passes over pictures and counts them as `late`; what the file holds broken counts as
/// `corrupt`. A file that can no longer be read ends the source with an error of kind `lost`.
///
/// Started late, it decodes its way to the place in the file that the epoch asks for: quick within seconds of content,
/// slow within hours of it.
public final class FileCamera: CameraSource {
    public let format: PictureFormat
    public let frameRate: FrameRate
    public let end = SourceEnd()
    public var name: String { "file-camera" }
    /// Degrees to turn a picture clockwise for it to stand upright, as the file says: 0, 90, 180 or 270.
    public let rotation: Int
    /// How long the file lasts, which is when its next loop begins.
    public var duration: MediaTime { timeline.duration }

    private var upright: ImageOrientation { ImageOrientation(quarterTurns: rotation / 90, mirrored: false) }
    private let reader: MediaFileReader
    private let timeline: FileTimeline
    private let loops: Bool
    private let pool: PicturePool
    private var running: Running?
    /// The next picture, copied.
    private var ready: Picture?
    /// When the picture after `ready` is due, which the reader holds decoded.
    private var held: HostTime?
    private var place = Place()

    private struct Running {
        let output: any Outlet<Picture>
        let ledger: DropLedger
        let stop: StopRequest
        let epoch: HostTime
    }

    /// Where in the looped file the reader is.
    private struct Place {
        var start: HostTime?
        var loop: Int64 = 0
        /// Time of the newest picture of this loop; nil before the first.
        var time: MediaTime?
        /// Pictures found since the start, given or not.
        var found: Int64 = 0
        var corrupt: Int64 = 0
        var isAtEnd = false
    }

    /// Opens the pictures of the file at `path`.
    ///
    /// - Parameter loops: whether it starts again at its end; else the source ends there.
    /// - Throws: `CaptureError` of kind `missing`, `denied`, or `unusable` where the file has no pictures or none that
    ///   can be decoded.
    public init(path: String, loops: Bool = true) throws(CaptureError) {
        (reader, timeline) = try MediaFile.open(path, for: .video)
        guard let video = reader.video else {
            throw CaptureError(.unusable, "\(path) has no video track.", advice: "Choose another file.")
        }
        (format, frameRate, rotation) = (video.format, video.frameRate, video.rotation)
        self.loops = loops
        pool = PicturePool(format: video.format, capacity: 16)
    }

    public func start(into output: any Outlet<Picture>, ledger: DropLedger, stop: StopRequest, at epoch: HostTime) {
        running = Running(output: output, ledger: ledger, stop: stop, epoch: epoch)
    }

    public func step(now: HostTime) -> StageWait {
        guard let running else { return .finished }
        guard !running.stop.isRequested else { return finish(running) }
        if place.start == nil {
            place.start = now
            if loops { place.loop = timeline.loop(at: now, epoch: running.epoch) }
        }
        do {
            guard try fill(running) else { return .again }
            if handOver(now: now, running) {
                guard try fill(running) else { return .again }
            }
        } catch {
            end.fail(MediaFile.failure(error, isRunning: true))
            return finish(running)
        }
        if let next = ready?.captureTime ?? held { return next > now ? .event(until: next) : .again }
        let last = timeline.due(timeline.duration, loop: 0, epoch: running.epoch)
        return last > now ? .event(until: last) : finish(running)
    }

    private func finish(_ running: Running) -> StageWait {
        ready = nil
        running.output.close()
        return .finished
    }

    /// Gives the picture that lies ready if it is due, or passes over it if the next one is due too. True when
    /// something has changed.
    private func handOver(now: HostTime, _ running: Running) -> Bool {
        guard let picture = ready else {
            // The pool was empty when this one was decoded, and still is.
            guard let due = held, due <= now else { return false }
            running.ledger.add(.poolEmpty)
            held = nil
            return true
        }
        guard picture.captureTime <= now else { return false }
        ready = nil
        if let next = held, next <= now {
            running.ledger.add(.late)
        } else if running.output.accept(picture.oriented(upright)) != nil {
            running.ledger.add(.late)
        }
        return true
    }

    /// Decodes until a picture lies ready and the next one is held. False when that takes long: then once more.
    private func fill(_ running: Running) throws(FFmpegError) -> Bool {
        // Enough for what the reader passes over at a loop's seam; little enough to hear a stop request.
        for _ in 0..<8 {
            if ready == nil, let due = held {
                guard let picture = try takePicture(due) else { return true }
                ready = picture
                held = nil
            }
            guard held == nil, !place.isAtEnd else { return true }
            try findNext(running)
        }
        return false
    }

    /// The decoded picture as it lies in the decoder's memory, or else copied; nil where the pool is empty, and then it
    /// stays where it is.
    private func takePicture(_ due: HostTime) throws(FFmpegError) -> Picture? {
        let sequence = place.found - 1
        if let lent = try reader.lendPicture(captureTime: due, sequence: sequence) { return lent }
        guard var copy = pool.take(captureTime: due, sequence: sequence) else { return nil }
        try reader.copyPicture(into: &copy)
        return copy.freeze()
    }

    /// Decodes one picture and holds it, unless it is to be left out; or goes on to the next loop.
    private func findNext(_ running: Running) throws(FFmpegError) {
        let time = try reader.nextPicture()
        if reader.corruptCount > place.corrupt {
            running.ledger.add(.corrupt, count: reader.corruptCount - place.corrupt)
            place.corrupt = reader.corruptCount
        }
        guard let time, time < timeline.duration else {
            try startNextLoop()
            return
        }
        // Left out: what the file shows before its start, or again.
        guard time >= place.time ?? .zero, time != place.time else { return }
        place.time = time
        let due = timeline.due(time, loop: place.loop, epoch: running.epoch)
        guard due >= place.start ?? due else { return }
        held = due
        place.found += 1
    }

    private func startNextLoop() throws(FFmpegError) {
        guard loops else {
            place.isAtEnd = true
            return
        }
        guard place.time != nil else {
            throw FFmpegError(
                .unusable, "The file gives no more pictures.", advice: "Check whether it has been changed or removed.")
        }
        try reader.rewind()
        place.loop += 1
        place.time = nil
    }
}
