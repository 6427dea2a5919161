import OnAirMedia

/// A camera that needs no hardware: a moving scene with a burnt-in frame number, time code and flash that tests read
/// back (see `BurntInCode` and `FlashSchedule`).
///
/// Frame n is captured at exactly `epoch + n / rate`. It is drawn before that, right after frame n − 1 has been handed
/// over, so that at its time it only changes hands. A step that comes late by whole frames hands over the newest due
/// frame and counts the others as `late`; frames never come in a burst. The same frame number, taken with the same
/// settings, gives the same bytes in every run.
///
/// Made by itself, it is the front camera as delivered; opened by a `SimulatedCameraUnit`, it is taken as that unit is
/// set, and fails as that unit is told to.
public final class SimulatedCamera: CameraSource {
    /// What to simulate.
    public struct Configuration: Hashable, Sendable {
        /// At least 64x36.
        public var size: PictureSize
        /// Frames per second, more than one.
        public var frameRate: FrameRate
        /// I420, NV12 or YUYV. Phones give NV12, webcams YUYV.
        public var pixels: PixelFormat

        public init(
            size: PictureSize = PictureSize(width: 1280, height: 720), frameRate: FrameRate = FrameRate(30),
            pixels: PixelFormat = .nv12
        ) {
            self.size = size
            self.frameRate = frameRate
            self.pixels = pixels
        }
    }

    public let format: PictureFormat
    public let frameRate: FrameRate
    public let end = SourceEnd()
    public var name: String { "sim-camera" }
    /// 2 s: after that long without a picture it counts as lost. For ever where no unit has opened it.
    public var patience: MediaTime? { lease == nil ? nil : MediaTime(value: 2, timescale: 1) }

    private let unit: SimulatedCameraUnit
    /// Keeps the unit for this source; nil where it has made the unit itself, or has ended.
    private var lease: SimulatedFaultBox.Lease?
    /// Painted by `prepare` or `start`: nil before.
    private var studio: Studio?
    /// What pictures of a wrong size come from; nil while they have the right one.
    private var wrong: Studio?
    private var running: Running?
    /// The picture of frame `running.next`, drawn ahead; nil where the pool had none.
    private var prepared: MutablePicture?

    /// A scene, and the pictures it is drawn into.
    private struct Studio {
        let scene: SimulatedScene
        let pool: PicturePool

        init(_ paint: ScenePaint, _ frameRate: FrameRate) {
            scene = SimulatedScene(paint, frameRate: frameRate)
            // One being drawn, one in the slot, what the stages behind hold on to, and some for an app that is not
            // in a hurry. Allocated when they are needed.
            pool = PicturePool(format: paint.format, capacity: 16)
        }
    }

    private struct Running {
        let output: any Outlet<Picture>
        let ledger: DropLedger
        let stop: StopRequest
        let grid: FrameGrid
        /// The frame to hand over next; nil until the first step says when the camera was started.
        var next: Int64?
    }

    /// Opens the camera.
    ///
    /// - Throws: `CaptureError` of kind `unusable` where the size is below 64x36 or above 8192 pixels on a side, the
    ///   rate is below 1, or the pixel format is not one of I420, NV12 and YUYV.
    public convenience init(_ configuration: Configuration = Configuration()) throws(CaptureError) {
        try self.init(configuration, unit: SimulatedCameraUnit(position: .front), lease: nil)
    }

    /// Opens the camera of `unit`, held by `lease`.
    init(
        _ configuration: Configuration, unit: SimulatedCameraUnit, lease: SimulatedFaultBox.Lease?
    ) throws(CaptureError) {
        let size = configuration.size
        guard size.width >= 64, size.height >= 36, size.width <= 8192, size.height <= 8192 else {
            throw CaptureError(
                .unusable, "The simulated camera cannot give pictures of \(size).",
                advice: "Choose a size from 64x36 to 8192x8192.")
        }
        guard configuration.frameRate.framesPerSecond >= Rational(1) else {
            throw CaptureError(
                .unusable, "The simulated camera cannot give \(configuration.frameRate) frames per second.",
                advice: "Choose a rate of at least 1.")
        }
        guard [.i420, .nv12, .yuyv].contains(configuration.pixels) else {
            throw CaptureError(
                .unusable, "The simulated camera cannot give \(configuration.pixels.rawValue) pixels.",
                advice: "Choose I420, NV12 or YUYV.")
        }
        format = PictureFormat(size: size, pixels: configuration.pixels, color: .stream(for: size))
        frameRate = configuration.frameRate
        (self.unit, self.lease) = (unit, lease)
    }

    deinit { if running != nil { unit.faults.timebase.end() } }

    /// Paints the scene.
    public func prepare() { _ = paintedStudio() }

    private func paintedStudio() -> Studio {
        if let studio { return studio }
        let studio = Studio(unit.paint(for: format), frameRate)
        self.studio = studio
        return studio
    }

    public func start(into output: any Outlet<Picture>, ledger: DropLedger, stop: StopRequest, at epoch: HostTime) {
        prepare()
        unit.faults.timebase.begin(at: epoch)
        unit.restart(frameRate: frameRate)
        running = Running(
            output: output, ledger: ledger, stop: stop, grid: FrameGrid(frameRate: frameRate, epoch: epoch))
    }

    public func step(now: HostTime) -> StageWait {
        guard let running else { return .finished }
        guard !running.stop.isRequested else { return finish(running) }
        let fault = unit.faults.fault(at: now)
        guard fault != .unplug else {
            end.fail(.simulatedLost(unit.localizedName))
            return finish(running)
        }
        let grid = running.grid
        var next = running.next ?? grid.firstFrame(dueAtOrAfter: now)
        let newest = grid.newestFrame(dueAt: now)
        if newest >= next {
            switch fault {
            case .freeze: break
            case .corrupt: running.ledger.add(.corrupt)
            case .changeRate(let rate) where !frameRate.gives(newest, at: rate): break
            default:
                if newest > next { running.ledger.add(.late, count: newest - next) }
                handOver(newest, running)
            }
            next = newest + 1
        }
        self.running?.next = next
        prepare(next, grid, fault)
        return .event(until: grid.due(next))
    }

    private func finish(_ running: Running) -> StageWait {
        prepared = nil
        lease = nil
        unit.faults.timebase.end()
        self.running = nil
        running.output.close()
        return .finished
    }

    private func handOver(_ frame: Int64, _ running: Running) {
        prepare(frame, running.grid)
        guard let picture = prepared.take() else {
            running.ledger.add(.poolEmpty)
            return
        }
        if running.output.accept(picture.freeze()) != nil { running.ledger.add(.late) }
    }

    /// Makes `prepared` the picture of `frame`, unless it is that already or the pool is empty.
    private func prepare(_ frame: Int64, _ grid: FrameGrid) {
        let studio = wrong ?? paintedStudio()
        var picture: MutablePicture
        if let ready = prepared.take() {
            picture = ready
            guard picture.sequence != frame else {
                prepared = consume picture
                return
            }
            picture.sequence = frame
            picture.captureTime = grid.due(frame)
        } else if let fresh = studio.pool.take(captureTime: grid.due(frame), sequence: frame) {
            picture = fresh
        } else {
            return
        }
        studio.scene.draw(frame, through: unit.optics(at: frameRate.time(ofFrame: frame)), into: &picture)
        prepared = consume picture
    }

    /// Likewise ahead of time, in the size that `fault` gives it.
    private func prepare(_ frame: Int64, _ grid: FrameGrid, _ fault: SimulatedFault?) {
        var size = format.size
        if case .wrongSize(let given) = fault {
            size = PictureSize(width: max(64, min(8192, given.width)), height: max(36, min(8192, given.height)))
        }
        if size != wrong?.pool.format.size ?? format.size {
            prepared = nil
            var other = format
            other.size = size
            other.color = .stream(for: size)
            wrong = size == format.size ? nil : Studio(ScenePaint(unit.position, format: other), frameRate)
        }
        prepare(frame, grid)
    }
}

extension FrameRate {
    /// Whether `frame` of this rate's grid is the first at or after a frame of `rate`'s.
    fileprivate func gives(_ frame: Int64, at rate: FrameRate) -> Bool {
        rate.frame(atOrBefore: time(ofFrame: frame)) != rate.frame(atOrBefore: time(ofFrame: frame - 1))
    }
}
