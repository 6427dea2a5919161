import OnAirMedia
import OnAirPixels

/// Brings the camera's pictures to their place: cut, enlarged, turned, mirrored, scaled, in the stream's colour; and lets
/// one camera give way to another. Belongs to the picture stage's thread.
final class CameraPath {
    /// The camera's newest picture, as it came; kept so that it can be made again.
    private(set) var raw: Picture?

    /// A change of cameras that goes on.
    private struct Change {
        /// The old camera's last picture; nil once it has been made.
        var raw: Picture?
        let running: RunningTransition
        /// What the old camera was itself taking over from.
        var before: (picture: Picture, frame: TransitionFrame)?
        /// What it starts from, once it has been made; and the look it has.
        var from: (picture: Picture, look: CameraLook)?
    }

    private var isCopied = false
    private let crop: PictureRect?
    private let converter = PictureConverter()
    /// For the old camera, so that the new one's tables are kept.
    private let oldConverter = PictureConverter()
    private let transitions = TransitionPainter()
    private var scratch: PicturePool?
    private var change: Change?

    /// - Parameter crop: the part of the camera's pictures, as stored, that is used; nil for all.
    init(crop: PictureRect?) { self.crop = crop }

    /// A new picture has come; where it is another camera's, that one takes over by `transition`.
    func take(_ picture: Picture, by transition: PictureTransition, at time: MediaTime) {
        if let raw, raw.source != picture.source { replace(raw, by: transition, at: time) }
        raw = picture
        isCopied = false
    }

    /// Forgets a picture that cannot be used, and with it what it took over from.
    func reject() { (raw, change) = (nil, nil) }

    /// Whether the picture changes without a new one.
    var isChanging: Bool { change != nil }

    /// Forgets a change that is over at `time`.
    func settle(at time: MediaTime) {
        if let change, change.running.progress(at: time) >= 1 { self.change = nil }
    }

    /// Exchanges the camera's picture for a copy, so that a camera that is closed meanwhile does not find its memory in
    /// use: a driver's device is free only once all of its memory is.
    func copyRaw() {
        guard let raw, !isCopied else { return }
        isCopied = true
        let source = raw.format
        let format = PictureFormat(size: source.size, pixels: .i420, color: source.color)
        guard
            var copy = PicturePool(format: format, capacity: 1).take(
                captureTime: raw.captureTime, sequence: raw.sequence)
        else { return }
        copy.orientation = raw.orientation
        do throws(PixelError) {
            try oldConverter.convert(raw, crop: PictureRect(source.size), orientation: .up, into: &copy)
            self.raw = copy.freeze().numbered(raw.sequence, source: raw.source)
        } catch {
            // It could not be shown either.
            self.raw = nil
        }
    }

    /// Makes the picture as it is at `time`.
    ///
    /// - Parameter target: of the look's format.
    /// - Throws: `PixelError`: the camera's picture cannot be converted.
    func make(_ look: CameraLook, at time: MediaTime, into target: inout MutablePicture) throws(PixelError) {
        guard let raw else { return }
        guard let running = change?.running, running.progress(at: time) < 1, let from = try start(look, target) else {
            change = nil
            return try convert(raw, look, by: converter, into: &target)
        }
        let frame = TransitionFrame(running.kind, progress: running.progress(at: time), size: look.base.size)
        var new: Picture?
        if frame.showsNew {
            guard var picture = pool(look).take(captureTime: target.captureTime, sequence: target.sequence) else {
                return try convert(raw, look, by: converter, into: &target)
            }
            try convert(raw, look, by: converter, into: &picture)
            new = picture.freeze()
        }
        let isDrawn = transitions.draw(frame, from, new, into: &target, scratch: pool(look))
        if !isDrawn { try convert(raw, look, by: converter, into: &target) }
    }

    private func replace(_ old: Picture, by transition: PictureTransition, at time: MediaTime) {
        let running = RunningTransition(transition, start: time)
        guard running.progress(at: time) < 1 else {
            change = nil
            return
        }
        var before: (Picture, TransitionFrame)?
        if let change, let from = change.from {
            let progress = change.running.progress(at: time)
            let frame = TransitionFrame(change.running.kind, progress: progress, size: from.look.base.size)
            if frame != .new { before = (from.picture, frame) }
        }
        change = Change(raw: old, running: running, before: before)
    }

    /// What the change starts from; nil where no picture is free, or it was made to look otherwise.
    private func start(_ look: CameraLook, _ target: borrowing MutablePicture) throws(PixelError) -> Picture? {
        guard let change else { return nil }
        if let from = change.from { return from.look.isLike(look) ? from.picture : nil }
        guard let old = change.raw,
            var picture = pool(look).take(captureTime: target.captureTime, sequence: target.sequence)
        else { return nil }
        try convert(old, look, by: oldConverter, into: &picture)
        var made = picture.freeze()
        if let before = change.before, before.picture.format == look.format,
            var mixed = pool(look).take(captureTime: target.captureTime, sequence: target.sequence),
            transitions.draw(before.frame, before.picture, made, into: &mixed, scratch: pool(look))
        {
            made = mixed.freeze()
        }
        self.change?.from = (made, look)
        self.change?.raw = nil
        self.change?.before = nil
        return made
    }

    private func pool(_ look: CameraLook) -> PicturePool {
        if let scratch, scratch.format == look.format { return scratch }
        let fresh = PicturePool(format: look.format, capacity: 5)
        scratch = fresh
        return fresh
    }

    private func convert(
        _ picture: Picture, _ look: CameraLook, by converter: PictureConverter, into target: inout MutablePicture
    ) throws(PixelError) {
        let orientation = picture.orientation.then(look.orientation)
        let whole = PictureRect(picture.format.size)
        guard let part = (crop ?? whole).intersection(whole) else { throw .cropOutside(crop ?? whole, whole.size) }
        let upright = part.size.turned(orientation)
        let cut = CameraCut.rect(upright: upright, canvas: look.canvas, part: look.base.part, zoom: look.zoom)
        var stored = cut.turned(orientation.inverse, in: upright)
        stored.x += part.x
        stored.y += part.y
        try converter.convert(
            picture, crop: stored, orientation: look.isMirrored ? orientation.mirrored : orientation, into: &target)
    }
}
