import OnAirMedia
import OnAirPixels

/// Puts the pictures of one output together: the program's or the preview's. Belongs to the picture stage's thread.
///
/// A tick first asks it for a plan, then, where its picture has changed, for the picture.
final class SceneMixer {
    enum Role: Hashable { case stream, preview }

    /// What a plan says about the camera.
    struct Need {
        /// Whether its picture is drawn at all.
        var usesCamera: Bool
        /// Whether its picture is what everything else is laid onto, pixel by pixel.
        var startsWithCamera: Bool
        /// Whether nothing is laid onto it: it is the output's picture.
        var isCameraAlone: Bool
    }

    private(set) var mapping: CanvasMapping
    private(set) var format: PictureFormat
    /// Where its pictures come from.
    private(set) var pool: PicturePool
    /// What is seen.
    private(set) var last: Picture?
    private(set) var lastError: PixelError?
    private let role: Role
    private let capacity: Int
    private var scratch: PicturePool
    private var painter: LayerPainter
    private let transitions = TransitionPainter()
    private var layout = SceneLayout()
    private var situation: SceneLayout.Situation?
    /// What a transition starts from that has interrupted another one; and which one.
    private var still: (picture: Picture?, change: Int)?

    /// - Parameter capacity: pictures in use at most.
    init(role: Role, mapping: CanvasMapping, color: ColorDescription, capacity: Int) {
        (self.role, self.mapping, self.capacity) = (role, mapping, capacity)
        format = PictureFormat(size: mapping.output, pixels: .i420, color: color)
        pool = PicturePool(format: format, capacity: capacity)
        scratch = PicturePool(format: format, capacity: 4)
        painter = LayerPainter(role: role, color: color)
    }

    /// Makes pictures of another size or colour from now on; what it has shown is forgotten.
    func configure(mapping: CanvasMapping, color: ColorDescription) {
        self.mapping = mapping
        let format = PictureFormat(size: mapping.output, pixels: .i420, color: color)
        guard format != self.format else { return }
        if color != self.format.color { painter = LayerPainter(role: role, color: color) }
        self.format = format
        pool = PicturePool(format: format, capacity: capacity)
        scratch = PicturePool(format: format, capacity: 4)
        forget()
    }

    /// Forgets what it has shown.
    func forget() {
        last = nil
        still = nil
    }

    /// Notes what is seen from now on.
    func show(_ picture: Picture) { last = picture }

    /// Lays out what is to be drawn.
    ///
    /// - Parameter isMirrored: the camera's picture is mirrored once more.
    func plan(
        _ scenes: ShownScenes, _ look: CameraLook, _ slate: LayerMaterial?, isMirrored: Bool, at time: MediaTime
    ) -> Need {
        let situation = SceneLayout.Situation(mapping: mapping, role: role, look: look, slate: slate)
        self.situation = situation
        painter.isMirrored = isMirrored
        lastError = nil
        guard let change = change(scenes, at: time) else {
            still = nil
            layout.lay(scenes.current, situation)
            return need(isMirrored)
        }
        guard change.running.kind == .move, !change.from.isStill else {
            return Need(
                usesCamera: scenes.showsCamera && slate == nil, startsWithCamera: false, isCameraAlone: false)
        }
        let progress = Easing.smooth(change.running.progress(at: time))
        layout.lay(from: change.from, to: scenes.current, progress: progress, situation)
        return need(isMirrored)
    }

    private func need(_ isMirrored: Bool) -> Need {
        guard let situation else { return Need(usesCamera: false, startsWithCamera: false, isCameraAlone: false) }
        let startsWithCamera =
            layout.startsWithCamera(situation, isMirrored: isMirrored) && situation.look.format == format
        return Need(
            usesCamera: layout.usesCamera, startsWithCamera: startsWithCamera,
            isCameraAlone: startsWithCamera && layout.items.count == 1)
    }

    /// The transition that this mixer shows now; nil where there is none, or nothing to start from.
    private func change(_ scenes: ShownScenes, at time: MediaTime) -> ShownScenes.Change? {
        guard let change = scenes.change, change.running.progress(at: time) < 1 else { return nil }
        guard change.from.isStill else { return change }
        if still?.change != change.number { still = (last, change.number) }
        return still?.picture == nil ? nil : change
    }

    /// Lays everything but the camera onto the camera's picture, as the plan says: it becomes the output's picture.
    func overlay(onto target: inout MutablePicture) {
        for item in layout.items.dropFirst() { draw(item, nil, &target) }
    }

    /// The output's picture, as the plan says; nil where no picture is free.
    ///
    /// - Parameter camera: nil where the plan does not need it.
    func mix(_ scenes: ShownScenes, camera: CameraShot?, at time: MediaTime, _ stamp: PictureStamp) -> Picture? {
        guard let change = change(scenes, at: time), change.running.kind != .move || change.from.isStill else {
            return drawn(camera, pool, stamp)
        }
        let progress = change.running.progress(at: time)
        let frame = TransitionFrame(change.running.kind, progress: progress, size: format.size)
        var (old, new): (Picture?, Picture?)
        if frame.showsOld {
            old = seen(change.from, camera, frame == .old ? pool : scratch, stamp)
            guard old != nil else { return nil }
        }
        if frame.showsNew {
            new = seen(.scene(scenes.current), camera, frame == .new ? pool : scratch, stamp)
            guard new != nil else { return nil }
        }
        if frame == .old || frame == .new { return old ?? new }
        guard var target = pool.take(captureTime: stamp.captureTime, sequence: stamp.sequence),
            transitions.draw(frame, old, new, into: &target, scratch: scratch)
        else { return nil }
        return target.freeze()
    }

    /// What `source` looks like now.
    private func seen(
        _ source: SceneSource, _ camera: CameraShot?, _ pool: PicturePool, _ stamp: PictureStamp
    ) -> Picture? {
        guard let situation else { return nil }
        switch source {
        case .still: return still?.picture
        case .scene(let scene): layout.lay(scene, situation)
        case .move(let from, let scene, let progress):
            layout.lay(from: from, to: scene, progress: progress, situation)
        }
        return drawn(camera, pool, stamp)
    }

    /// What is laid out, drawn; the camera's picture itself where there is nothing else.
    private func drawn(_ camera: CameraShot?, _ pool: PicturePool, _ stamp: PictureStamp) -> Picture? {
        if let camera, need(painter.isMirrored).isCameraAlone { return camera.picture }
        guard var target = pool.take(captureTime: stamp.captureTime, sequence: stamp.sequence) else { return nil }
        if let background = layout.background { PictureOperations.fill(&target, with: background.opaque) }
        for item in layout.items { draw(item, camera, &target) }
        return target.freeze()
    }

    private func draw(_ item: MixItem, _ camera: CameraShot?, _ target: inout MutablePicture) {
        do throws(PixelError) {
            try painter.draw(item, camera, onto: &target)
        } catch {
            // The layer is left out; the rest shows.
            lastError = error
        }
    }
}
