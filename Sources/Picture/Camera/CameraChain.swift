import OnAirMedia
import OnAirPixels

/// The camera's way to the mixers: brought to its place, through the raw callback and the filters, once for each new
/// picture. Belongs to the picture stage's thread.
final class CameraChain {
    /// How far the picture is enlarged.
    var zoom = ZoomRamp()
    /// How it is to be brought to its place.
    private(set) var look: CameraLook
    /// Counts what the camera's layers are to show.
    private(set) var generation = 0
    /// What the mixers are given: the newest that has been made and kept.
    private(set) var shot: CameraShot?
    /// Where kept pictures come from.
    private(set) var pool: PicturePool
    private let path: CameraPath
    private var silentTicks = 0
    private let capacity: Int
    private let clock: any HostClock

    /// Ticks without a picture after which the camera's memory is let go.
    private static let patience = 3

    init(crop: PictureRect?, zoom: PictureZoom, poolCapacity: Int, clock: any HostClock) {
        path = CameraPath(crop: crop)
        self.zoom = ZoomRamp(zoom.clampedFactor)
        capacity = poolCapacity
        self.clock = clock
        let none = PictureSize(width: 2, height: 2)
        look = CameraLook(
            base: CameraBase(canvas: none, stream: none, isWatched: false, isWhole: true), canvas: none,
            color: .stream(for: none), orientation: .up, isMirrored: false, zoom: 1)
        pool = PicturePool(format: look.format, capacity: capacity)
    }

    /// A new picture has come.
    func take(_ picture: Picture, by transition: PictureTransition, at time: MediaTime) {
        path.take(picture, by: transition, at: time)
    }

    /// Says how the picture is to look at `time`; its zoom is known here.
    func look(_ look: CameraLook, isFresh: Bool, at time: MediaTime) {
        var look = look
        look.zoom = zoom.factor(at: time)
        let isChanging = path.isChanging
        path.settle(at: time)
        silentTicks = isFresh ? 0 : silentTicks + 1
        if silentTicks == Self.patience { path.copyRaw() }
        guard isFresh || look != self.look || isChanging else { return }
        self.look = look
        generation += 1
        if pool.format != look.format { pool = PicturePool(format: look.format, capacity: capacity) }
    }

    /// Whether there is a picture to make one from.
    var hasPicture: Bool { path.raw != nil }

    /// Whether the newest has been made and kept.
    var isMade: Bool { shot?.generation == generation }

    /// Whether the picture goes on changing without a new one.
    func isChanging(at time: MediaTime) -> Bool { path.isChanging || zoom.isMoving(at: time) }

    /// Makes the camera's picture.
    ///
    /// - Throws: `PixelError`: it cannot be converted, or a filter has exchanged it for one of another format.
    func make(
        _ values: PictureControls.Values, into target: inout MutablePicture, at time: MediaTime,
        _ work: inout PictureWork
    ) throws(PixelError) {
        let format = target.format
        var before = clock.now
        func passed() -> Int64 {
            let now = clock.now
            defer { before = now }
            return now.nanoseconds(since: before)
        }
        try path.make(look, at: time, into: &target)
        work.convert = passed()
        if let callback = values.rawCallback {
            callback(&target)
            work.callback = passed()
        }
        if !values.filters.isEmpty {
            var whole: Int64 = 0
            for filter in values.filters {
                filter.process(&target, at: time)
                let cost = passed()
                work.filters.append(cost)
                whole += cost
            }
            work.filtering = whole
        }
        guard target.format == format else { throw .unsupportedDestination(target.format.pixels) }
    }

    /// Keeps what has been made, for the mixers.
    func keep(_ picture: Picture) { shot = CameraShot(picture: picture, look: look, generation: generation) }

    /// What has been made has become something else: it is made again where it is needed again.
    func spend() { shot = nil }

    /// The camera's picture cannot be used: what was kept stays.
    func reject() { path.reject() }

    /// Lets everything go.
    func forget() {
        path.reject()
        shot = nil
    }
}
