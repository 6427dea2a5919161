import OnAirMedia
import OnAirPicture

/// A picture stage at 10 pictures a second, driven by hand: each tick with a picture of the camera, or without.
final class MixRig {
    static let rate = FrameRate(10)
    let stage: PictureStage
    let slot = LatestSlot<Picture>()
    private let clock = VirtualClock()
    private let program = BoundedQueue<ProgramPicture>(capacity: 4)
    private let preview = BoundedQueue<Picture>(capacity: 4)
    private(set) var tick: Int64 = -1
    private(set) var shown: [ProgramPicture] = []
    /// What the last tick has given the preview.
    private(set) var previewPicture: Picture?

    var controls: PictureControls { stage.controls }
    var statistics: PictureStatistics { stage.meter.snapshot }

    init(_ values: PictureControls.Values, crop: PictureRect? = nil, watchesPreview: Bool = false) {
        let tap = Tap<ProgramPicture>()
        stage = PictureStage(
            settings: PictureStage.Settings(values, rate: Self.rate, crop: crop), input: slot, output: tap,
            epoch: HostTime(nanoseconds: 0), clock: clock)
        tap.attach(program, ledger: DropLedger(), reason: .skipped)
        if watchesPreview { watch() }
    }

    convenience init(
        _ size: PictureSize, canvas: PictureSize? = nil, scene: LoadedScene = .camera, preview: Bool = false
    ) {
        var values = PictureControls.Values(streamSize: size, canvasSize: canvas)
        values.show(scene)
        self.init(values, watchesPreview: preview)
    }

    /// Somebody looks at the preview from now on.
    func watch() { stage.preview.attach(preview, ledger: DropLedger(), reason: .skipped) }

    /// Lets a picture of `pool` wait for the next tick.
    func put(_ pool: PicturePool, luma: UInt8) -> Bool {
        let now = HostTime(nanoseconds: (tick + 1) * 100_000_000)
        guard var picture = pool.take(captureTime: now, sequence: tick + 1) else { return false }
        for index in 0..<3 {
            picture.withMutablePlane(index) { plane in
                plane.base.update(repeating: index == 0 ? luma : 128, count: plane.stride * plane.rows)
            }
        }
        _ = slot.replace(picture.freeze())
        return true
    }

    /// One tick; with `picture` it is a fresh one, else the camera is silent.
    @discardableResult
    func step(_ picture: TestPicture? = nil, source: Int = 0) -> Picture? {
        tick += 1
        var now = HostTime(nanoseconds: tick * 100_000_000)
        if let picture {
            _ = slot.replace(picture.make(tick, at: now).numbered(tick, source: source))
        } else if slot.peek() == nil {
            now = now.advanced(byMilliseconds: 50)
        }
        clock.advance(to: now)
        while stage.step(now: now) == .again {}
        previewPicture = nil
        while let picture = preview.pop() { previewPicture = picture }
        var last: Picture?
        while let picture = program.pop() {
            last = picture.picture
            shown.append(picture)
        }
        if shown.count > 3 { shown.removeFirst(shown.count - 3) }
        return last
    }

    /// Changes what is shown, from the next tick on.
    func show(_ scene: LoadedScene, _ kind: PictureTransition.Kind = .cut, ticks: Int64 = 0) {
        let transition = PictureTransition(kind, duration: MediaTime(value: ticks, timescale: 10))
        controls.set { $0.show(scene, by: transition) }
    }
}
