import OnAirMedia
import OnAirPixels

/// Makes the pictures of a tick: the camera's, out of it the program's, and the preview's where somebody looks. Nothing is
/// made that shows nowhere, or that has been made already. Belongs to the picture stage's thread.
final class PictureMaker {
    /// What has come of a tick.
    struct Tick {
        /// Nil while there is nothing to show.
        var program: Picture?
        /// It is that of the tick before.
        var isRepeat: Bool
        /// Nil while nobody looks, or nothing could be made.
        var preview: Picture?
        /// Why something could not be made.
        var trouble: Trouble?
    }

    enum Trouble: Equatable {
        case poolEmpty
        /// The camera's picture is of no use.
        case corrupt(PixelError)
        /// A layer cannot be shown.
        case layer(PixelError)
    }

    /// What a picture shows: one that would show the same is not made.
    private struct Subject: Equatable {
        var mapping: CanvasMapping
        var format: PictureFormat
        /// Nil where the camera is not seen.
        var camera: Int?
        var scene: Int
        var slate: LayerCache.Origin?
        var isMirrored: Bool
    }

    /// What the tick has cost.
    private(set) var work = PictureWork()
    private(set) var values: PictureControls.Values
    private let controls: PictureControls
    private var revision: Int
    private let clock: any HostClock
    private let poolCapacity: Int
    private let camera: CameraChain
    private let scenes: ShownScenes
    private let stream: SceneMixer
    /// Nil while nobody looks.
    private var preview: SceneMixer?
    private var slateRule = SlateRule()
    private var slate: LayerMaterial?
    private var sceneEdition = 0
    private var streamSubject: Subject?
    private var previewSubject: Subject?
    private var stamp = PictureStamp(captureTime: HostTime(nanoseconds: 0), sequence: 0)

    init(controls: PictureControls, crop: PictureRect?, poolCapacity: Int, clock: any HostClock) {
        self.controls = controls
        self.clock = clock
        self.poolCapacity = poolCapacity
        var revision = -1
        let values = controls.values(since: &revision) ?? controls.values
        (self.values, self.revision) = (values, revision)
        scenes = ShownScenes(values.scene)
        camera = CameraChain(crop: crop, zoom: values.zoom, poolCapacity: poolCapacity + 3, clock: clock)
        stream = SceneMixer(
            role: .stream, mapping: CanvasMapping(canvas: values.canvas, output: values.stream),
            color: .stream(for: values.stream), capacity: poolCapacity)
    }

    /// Makes what is to be shown at `time`.
    ///
    /// - Parameter fresh: the camera's new picture; nil where there is none.
    func make(_ fresh: Picture?, at time: MediaTime, isWatched: Bool) -> Tick {
        work.reset()
        applyControls(at: time)
        if let fresh {
            camera.take(fresh, by: values.cameraTransition, at: time)
            slateRule.pictureCame(at: time)
            stamp = PictureStamp(captureTime: fresh.captureTime, sequence: fresh.sequence)
        }
        if scenes.refresh(at: time) { sceneEdition += 1 }
        let isFrozen = values.isFrozen && stream.last != nil
        configure(isFrozen: isFrozen, isWatched: isWatched)
        let slate = dueSlate(at: time)
        camera.look(look(isWatched: isWatched), isFresh: fresh != nil, at: time)

        let streamNeed = isFrozen ? nil : stream.plan(scenes, camera.look, slate, isMirrored: false, at: time)
        let mirrorsPreview = values.isPreviewMirrored != values.isStreamMirrored
        let isShared = streamNeed != nil && !mirrorsPreview && preview?.mapping == stream.mapping
        let previewNeed =
            isShared ? nil : preview?.plan(scenes, camera.look, slate, isMirrored: mirrorsPreview, at: time)

        let subject = streamNeed.map { self.subject(of: stream, $0, slate, isMirrored: false) }
        let needsStream = subject != nil && (subject != streamSubject || stream.last == nil)
        var seen: Subject?
        if let preview, let previewNeed {
            seen = self.subject(of: preview, previewNeed, slate, isMirrored: mirrorsPreview)
        }
        let needsPreview = seen != nil && (seen != previewSubject || preview?.last == nil)

        var tick = Tick(program: stream.last, isRepeat: true)
        let previewShowsCamera = needsPreview && previewNeed?.usesCamera == true
        if needsStream, let streamNeed {
            let inPlace =
                streamNeed.startsWithCamera && !previewShowsCamera && !camera.isMade && camera.hasPicture
            let made = makeProgram(streamNeed, inPlace: inPlace, at: time, &tick)
            if let made {
                (tick.program, tick.isRepeat) = (made, false)
                stream.show(made)
                streamSubject = subject
            }
        }
        if needsPreview, let preview { makePreview(preview, previewShowsCamera, seen, at: time, &tick) }
        tick.preview = isShared ? tick.program : preview?.last
        if let error = stream.lastError ?? preview?.lastError, tick.trouble == nil { tick.trouble = .layer(error) }
        return tick
    }

    /// Lets everything go.
    func end() {
        stream.forget()
        preview = nil
        camera.forget()
    }

    private func applyControls(at time: MediaTime) {
        guard let values = controls.values(since: &revision) else { return }
        let old = self.values
        self.values = values
        if values.sceneCount != old.sceneCount { scenes.show(values.scene, by: values.sceneTransition, at: time) }
        if values.zoom != old.zoom { camera.zoom.set(values.zoom, at: time) }
    }

    private func configure(isFrozen: Bool, isWatched: Bool) {
        let color = ColorDescription.stream(for: values.stream)
        // While frozen the program keeps its size too.
        if !isFrozen {
            stream.configure(
                mapping: CanvasMapping(canvas: values.canvas, output: values.stream), color: color)
        }
        guard isWatched else {
            (preview, previewSubject) = (nil, nil)
            return
        }
        let mapping = CanvasMapping(canvas: values.canvas, output: values.canvas)
        if let preview { return preview.configure(mapping: mapping, color: color) }
        preview = SceneMixer(role: .preview, mapping: mapping, color: color, capacity: poolCapacity)
    }

    private func dueSlate(at time: MediaTime) -> LayerMaterial? {
        guard let cell = values.slate else {
            slate = nil
            return nil
        }
        guard slateRule.isDue(at: time) else { return nil }
        if slate?.cell !== cell { slate = LayerMaterial(cell) }
        guard let slate else { return nil }
        _ = slate.refresh(at: time)
        return slate.size == nil ? nil : slate
    }

    private func look(isWatched: Bool) -> CameraLook {
        let base = CameraBase(
            canvas: values.canvas, stream: values.stream, isWatched: isWatched,
            isWhole: scenes.isCameraWhole(on: values.canvas))
        return CameraLook(
            base: base, canvas: values.canvas, color: .stream(for: values.stream),
            orientation: values.orientation, isMirrored: values.isStreamMirrored, zoom: 1)
    }

    private func subject(
        of mixer: SceneMixer, _ need: SceneMixer.Need, _ slate: LayerMaterial?, isMirrored: Bool
    ) -> Subject {
        Subject(
            mapping: mixer.mapping, format: mixer.format, camera: need.usesCamera ? camera.generation : nil,
            scene: sceneEdition,
            slate: slate.map { LayerCache.Origin(material: ObjectIdentifier($0), stamp: $0.stamp) },
            isMirrored: isMirrored)
    }

    /// The program's picture; nil where it cannot be made.
    private func makeProgram(
        _ need: SceneMixer.Need, inPlace: Bool, at time: MediaTime, _ tick: inout Tick
    ) -> Picture? {
        if inPlace, need.isCameraAlone || isCameraSpare(at: time) {
            return makeInPlace(need, at: time, &tick)
        }
        guard !need.usesCamera || provideCamera(at: time, &tick) else { return nil }
        let started = clock.now
        let made = stream.mix(scenes, camera: camera.shot, at: time, stamp)
        work.mix = clock.now.nanoseconds(since: started)
        if made == nil { tick.trouble = .poolEmpty }
        return made
    }

    /// Whether the camera's own picture will hardly be needed again: layers may be laid straight onto it.
    private func isCameraSpare(at time: MediaTime) -> Bool {
        values.rawCallback == nil && values.filters.allSatisfy(\.isRepeatable) && !scenes.isLive(at: time)
            && !camera.isChanging(at: time)
    }

    private func makeInPlace(_ need: SceneMixer.Need, at time: MediaTime, _ tick: inout Tick) -> Picture? {
        guard var target = stream.pool.take(captureTime: stamp.captureTime, sequence: stamp.sequence) else {
            tick.trouble = .poolEmpty
            return nil
        }
        guard make(&target, at: time, &tick) else { return nil }
        if need.isCameraAlone {
            let picture = target.freeze()
            camera.keep(picture)
            return picture
        }
        let started = clock.now
        stream.overlay(onto: &target)
        work.mix = clock.now.nanoseconds(since: started)
        camera.spend()
        return target.freeze()
    }

    /// Makes the camera's picture if that has not been done; false where there is none.
    private func provideCamera(at time: MediaTime, _ tick: inout Tick) -> Bool {
        if camera.isMade { return true }
        guard camera.hasPicture else { return camera.shot != nil }
        guard var target = camera.pool.take(captureTime: stamp.captureTime, sequence: stamp.sequence) else {
            tick.trouble = .poolEmpty
            return false
        }
        guard make(&target, at: time, &tick) else { return false }
        camera.keep(target.freeze())
        return true
    }

    private func make(_ target: inout MutablePicture, at time: MediaTime, _ tick: inout Tick) -> Bool {
        guard camera.hasPicture else { return false }
        do throws(PixelError) {
            try camera.make(values, into: &target, at: time, &work)
            return true
        } catch {
            camera.reject()
            tick.trouble = .corrupt(error)
            return false
        }
    }

    private func makePreview(
        _ preview: SceneMixer, _ showsCamera: Bool, _ subject: Subject?, at time: MediaTime, _ tick: inout Tick
    ) {
        guard !showsCamera || provideCamera(at: time, &tick) else { return }
        let started = clock.now
        let made = preview.mix(scenes, camera: camera.shot, at: time, stamp)
        work.preview = clock.now.nanoseconds(since: started)
        guard let made else {
            tick.trouble = tick.trouble ?? .poolEmpty
            return
        }
        preview.show(made)
        previewSubject = subject
    }
}
