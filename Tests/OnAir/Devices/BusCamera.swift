import OnAir
import OnAirCapture

/// Room for so many cameras at a time, which come and go as a test says.
final class CameraBus: CaptureBackend {
    struct State {
        var room: Int
        var open: Set<String> = []
        var openings: [String] = []
        var present: [String]
        /// Opened but never give a picture.
        var dead: Set<String> = []
        var changed: (@Sendable () -> Void)?
    }

    let name = "bus"
    let state: Lock<State>
    private let cable = AsyncStream<String>.makeStream()
    private let closings = AsyncStream<String>.makeStream()

    init(room: Int, _ present: [String]) { state = Lock(State(room: room, present: present)) }

    /// The ID of each camera, once it has been opened.
    var opened: AsyncStream<String> { cable.stream }
    var openings: [String] { state.withLock { $0.openings } }
    var open: Set<String> { state.withLock { $0.open } }

    func cameras() -> [any CameraDriver] { state.withLock { $0.present }.map { BusCamera($0, on: self) } }

    func watch(_ changed: @escaping @Sendable () -> Void) -> AnyObject? {
        state.withLock { $0.changed = changed }
        return self
    }

    func plug(_ id: String) {
        let changed = state.withLock { state in
            state.present.append(id)
            return state.changed
        }
        changed?()
    }

    func take(_ id: String) throws(CaptureError) {
        let hasRoom = state.withLock { state in
            guard state.open.count < state.room, !state.open.contains(id) else { return false }
            state.open.insert(id)
            state.openings.append(id)
            return true
        }
        guard hasRoom else { throw CaptureError(.busy, "\(id) finds no room on its bus.") }
        cable.continuation.yield(id)
    }

    func letGo(_ id: String) {
        _ = state.withLock { $0.open.remove(id) }
        closings.continuation.yield(id)
    }

    /// Returns once no camera is open: one that was just being opened when capture stopped goes a moment later.
    func allClosed() async {
        while !open.isEmpty { for await _ in closings.stream { break } }
    }
}

final class BusCamera: CameraDriver {
    let uniqueID: String
    var localizedName: String { "Camera \(uniqueID)" }
    let position = CaptureDevice.Position.unspecified
    let formats: [CaptureFormat] = []
    var isConnected: Bool { bus.state.withLock { $0.present.contains(uniqueID) } }
    let authorization = CaptureAuthorization.authorized
    private let bus: CameraBus

    init(_ id: String, on bus: CameraBus) { (uniqueID, self.bus) = (id, bus) }

    func open(_ request: CameraRequest) throws(CaptureError) -> sending any CameraSource {
        try bus.take(uniqueID)
        return try BusSource(uniqueID, request, bus)
    }
}

/// The simulated camera's pictures, by way of the bus.
private final class BusSource: CameraSource {
    let name = "bus-camera"
    private let id: String
    private let bus: CameraBus
    private let camera: SimulatedCamera
    private var stop: StopRequest?

    init(_ id: String, _ request: CameraRequest, _ bus: CameraBus) throws(CaptureError) {
        (self.id, self.bus) = (id, bus)
        camera = try SimulatedCamera(.init(size: request.size, frameRate: request.frameRate))
    }

    deinit { bus.letGo(id) }

    var format: PictureFormat { camera.format }
    var frameRate: FrameRate { camera.frameRate }
    var end: SourceEnd { camera.end }
    /// Short for those that never give anything; the others have time on a slow machine.
    var patience: MediaTime? {
        bus.state.withLock { $0.dead.contains(id) } ? .milliseconds(300) : .milliseconds(10_000)
    }

    func start(into output: any Outlet<Picture>, ledger: DropLedger, stop: StopRequest, at epoch: HostTime) {
        self.stop = stop
        camera.start(into: output, ledger: ledger, stop: stop, at: epoch)
    }

    func step(now: HostTime) -> StageWait {
        let isDead = bus.state.withLock { $0.dead.contains(id) }
        if isDead, stop?.isRequested != true { return .event(until: now.advanced(byMilliseconds: 20)) }
        return camera.step(now: now)
    }
}
