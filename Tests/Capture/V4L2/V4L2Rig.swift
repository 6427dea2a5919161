import OnAirCapture
import OnAirMedia
import Testing

/// A camera behind a scripted driver, stepped by hand.
final class V4L2Rig {
    final class Inlet: Outlet {
        private let state = Lock((pictures: [Picture](), isClosed: false))
        let capacity = 16
        var pictures: [Picture] { state.withLock { $0.pictures } }
        var isClosed: Bool { state.withLock { $0.isClosed } }
        func accept(_ element: Picture) -> Picture? {
            state.withLock { $0.pictures.append(element) }
            return nil
        }
        func close() { state.withLock { $0.isClosed = true } }
        func letGo(_ count: Int) { state.withLock { $0.pictures.removeFirst(count) } }
    }

    let machine = ScriptedMachine()
    let driver: ScriptedDriver
    let inlet = Inlet()
    let ledger = DropLedger()
    let stop: StopRequest
    let camera: any CameraSource

    init(
        _ driver: ScriptedDriver, request: CameraRequest = V4L2Rig.request
    ) throws {
        self.driver = driver
        machine.plug(0, driver)
        let unit = try #require(V4L2Backend(machine.directory).cameras().first)
        camera = try unit.open(request)
        stop = StopRequest(signal: StepRunner().makeSignal())
        camera.start(into: inlet, ledger: ledger, stop: stop, at: HostTime(nanoseconds: 0))
        _ = step(0)
    }

    static let request = CameraRequest(size: PictureSize(width: 322, height: 241), frameRate: FrameRate(30))

    @discardableResult
    func step(_ milliseconds: Int64) -> StageWait {
        camera.step(now: HostTime(nanoseconds: milliseconds * 1_000_000))
    }
}
