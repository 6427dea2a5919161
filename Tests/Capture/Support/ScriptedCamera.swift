import OnAirCapture
import OnAirMedia

/// A camera that does what a test tells it: gives numbered pictures at 30 per second, is unplugged, froze, denied, busy,
/// grants other sizes, and remembers what was set on it.
final class ScriptedCamera: CameraDriver {
    struct Script {
        var isConnected = true
        var authorization = CaptureAuthorization.authorized
        /// Thrown by every opening.
        var openError: CaptureError?
        /// Gives nothing, without ending.
        var isFrozen = false
        /// Ends, with nothing more to give.
        var hasEnded = false
        var patience: MediaTime?
        /// From the first step to the first picture.
        var startUp = MediaTime.zero
        /// What a start fails with.
        var startError: CaptureError?
        /// How long it takes to end once it is asked to.
        var closingTime: MediaTime?
        /// Shares a bus with these: it cannot start while one of them is open.
        var rivals: [ScriptedCamera] = []
        /// The same is found out when it is opened already.
        var failsOnOpening = false
        var capabilities = CameraCapabilities()
        var settings = CameraSettings()
        var fieldOfView = SensorRect.whole
        var formats: [CaptureFormat] = [(352, 288), (640, 480), (1280, 720), (1920, 1080)].map { width, height in
            .video(
                VideoCaptureFormat(
                    size: PictureSize(width: width, height: height), pixels: .i420,
                    rates: [.init(FrameRate(1), FrameRate(60))]))
        }
        /// Given whatever was asked for; nil gives what was asked for.
        var size: PictureSize? = PictureSize(width: 32, height: 16)
        var pixels = PixelFormat.i420
        var orientation = ImageOrientation.up
        /// How many controls one `apply` sets before it fails; nil never fails.
        var failsAfterControls: Int?
        /// Called in the middle of each `apply`.
        var duringApply: (@Sendable () -> Void)?
    }

    struct Applied: Equatable {
        var controls: [CameraControl]
        var settings: CameraSettings
    }

    let uniqueID: String
    let localizedName: String
    let position: CaptureDevice.Position
    private let script: Lock<Script>
    private let applied = Lock<[Applied]>([])
    private let requests = Lock<[CameraRequest]>([])
    /// Sizes of the sources that were made ready before they were started.
    let prepared = Lock<[PictureSize]>([])
    /// How many pictures its sources made, and how many they let go unmade.
    let made = OpenCount(), discarded = OpenCount()
    /// Sources that are open now.
    let open = OpenCount()

    init(
        _ id: String = "scripted:camera", position: CaptureDevice.Position = .front,
        _ change: (inout Script) -> Void = { _ in }
    ) {
        (uniqueID, localizedName, self.position) = (id, "Scripted \(id)", position)
        var script = Script()
        change(&script)
        self.script = Lock(script)
    }

    convenience init(_ change: (inout Script) -> Void) { self.init("scripted:camera", change) }

    var now: Script { script.withLock { $0 } }
    func set(_ change: (inout Script) -> Void) { script.withLock { change(&$0) } }

    /// What was set, call by call.
    var applies: [Applied] { applied.withLock { $0 } }
    /// What was asked at each opening.
    var openings: [CameraRequest] { requests.withLock { $0 } }

    var isConnected: Bool { now.isConnected }
    var authorization: CaptureAuthorization { now.authorization }
    var formats: [CaptureFormat] { now.formats }
    var capabilities: CameraCapabilities { now.capabilities }
    var settings: CameraSettings { now.settings }
    var fieldOfView: SensorRect { now.fieldOfView }

    func open(_ request: CameraRequest) throws(CaptureError) -> sending any CameraSource {
        requests.withLock { $0.append(request) }
        let now = now
        if let error = now.openError { throw error }
        guard now.isConnected else { throw CaptureError(.missing, "It is not there.") }
        if now.failsOnOpening, now.rivals.contains(where: { $0.open.now > 0 }) {
            throw CaptureError(.busy, "The bus is full.")
        }
        return ScriptedCameraSource(self, size: now.size ?? request.size, frameRate: request.frameRate)
    }

    func apply(_ controls: [CameraControl], of settings: CameraSettings) throws(CaptureError) {
        let before = now
        applied.withLock { $0.append(Applied(controls: controls, settings: settings)) }
        before.duringApply?()
        let taken = controls.prefix(before.failsAfterControls ?? controls.count)
        set { script in
            script.settings = script.settings.taking(taken, from: settings)
            script.failsAfterControls = nil
        }
        if taken.count < controls.count { throw CaptureError(.lost, "It broke off.", control: controls[taken.count]) }
    }
}

/// How many sources are open.
final class OpenCount: Sendable {
    private let count = Lock(0)
    private let most = Lock(0)

    var now: Int { count.withLock { $0 } }
    /// The most at one time.
    var highest: Int { most.withLock { $0 } }

    func begin() {
        let now = count.withLock { count in
            count += 1
            return count
        }
        most.withLock { $0 = max($0, now) }
    }

    func end() { count.withLock { $0 -= 1 } }
}

/// The pictures of a `ScriptedCamera`: picture n of luma n at n / 30 seconds after the epoch, with a white top left
/// quarter where it is large enough.
final class ScriptedCameraSource: CameraSource {
    let name = "scripted-camera"
    let format: PictureFormat
    let frameRate: FrameRate
    let end = SourceEnd()
    var patience: MediaTime? { camera.now.patience }
    private let camera: ScriptedCamera
    private let pool: PicturePool
    private var start: (output: any Outlet<Picture>, stop: StopRequest, epoch: HostTime)?
    private var next: Int64?
    private var started: HostTime?
    private var closing: HostTime?
    private var isWanted = true
    private(set) var discarded: Int64 = 0

    init(_ camera: ScriptedCamera, size: PictureSize, frameRate: FrameRate) {
        self.camera = camera
        self.frameRate = frameRate
        format = PictureFormat(size: size, pixels: camera.now.pixels, color: .stream(for: size))
        pool = PicturePool(format: format, capacity: 32)
        camera.open.begin()
    }

    deinit { camera.open.end() }

    func setWanted(_ isWanted: Bool) { self.isWanted = isWanted }

    func prepare() { camera.prepared.withLock { $0.append(format.size) } }

    func start(into output: any Outlet<Picture>, ledger: DropLedger, stop: StopRequest, at epoch: HostTime) {
        start = (output, stop, epoch)
    }

    private func due(_ frame: Int64) -> HostTime {
        (start?.epoch ?? HostTime(nanoseconds: 0)).advanced(by: MediaTime(value: frame, timescale: 30))
    }

    func step(now: HostTime) -> StageWait {
        guard let start, !start.stop.isRequested else { return close(now) }
        let script = camera.now
        guard script.isConnected else {
            end.fail(CaptureError(.lost, "It was unplugged."))
            return finish()
        }
        if started == nil, script.rivals.contains(where: { $0.open.now > 0 }) {
            end.fail(CaptureError(.busy, "The bus is full."))
            return finish()
        }
        if let error = script.startError {
            end.fail(error)
            return finish()
        }
        if script.hasEnded { return finish() }
        started = started ?? now
        if let ready = started?.advanced(by: script.startUp), now < ready { return .event(until: ready) }
        var frame = next ?? now.nanoseconds(since: start.epoch) * 30 / 1_000_000_000
        while due(frame) <= now {
            if due(frame + 1) > now, !script.isFrozen { give(frame, script, start.output) }
            frame += 1
        }
        next = frame
        return .event(until: due(frame))
    }

    private func close(_ now: HostTime) -> StageWait {
        guard let time = camera.now.closingTime else { return finish() }
        let end = closing ?? now.advanced(by: time)
        closing = end
        return now < end ? .event(until: end) : finish()
    }

    private func finish() -> StageWait {
        start?.output.close()
        return .finished
    }

    private func give(_ frame: Int64, _ script: ScriptedCamera.Script, _ output: any Outlet<Picture>) {
        guard isWanted else {
            discarded += 1
            return camera.discarded.begin()
        }
        camera.made.begin()
        guard var picture = pool.take(captureTime: due(frame), sequence: frame) else { return }
        picture.orientation = script.orientation
        let size = format.size
        picture.withMutablePlane(0) { plane in
            for row in 0..<plane.rows {
                for column in 0..<plane.bytesPerRow {
                    let isMarked = row < size.height / 4 && column < plane.bytesPerRow / 4
                    plane.base[row * plane.stride + column] = isMarked ? 235 : UInt8(16 + frame % 100)
                }
            }
        }
        for index in 1..<max(1, format.pixels.planeCount) {
            picture.withMutablePlane(index) { plane in
                for row in 0..<plane.rows {
                    (plane.base + row * plane.stride).update(repeating: 128, count: plane.bytesPerRow)
                }
            }
        }
        _ = output.accept(picture.freeze())
    }
}
