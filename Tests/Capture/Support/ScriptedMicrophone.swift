import OnAirCapture
import OnAirMedia

/// A microphone that does what a test tells it: gives blocks of 10 ms at 48 kHz, whose samples are the block's number.
final class ScriptedMicrophone: MicrophoneDriver {
    struct Script {
        var isConnected = true
        var authorization = CaptureAuthorization.authorized
        var openError: CaptureError?
    }

    let uniqueID: String
    let localizedName: String
    let formats: [CaptureFormat] = [.audio(SoundFormat(sampleRate: 48_000, channels: 1))]
    private let script = Lock(Script())
    /// Sources that are open now.
    let open = OpenCount()

    init(_ id: String = "scripted:microphone") { (uniqueID, localizedName) = (id, "Scripted \(id)") }

    var now: Script { script.withLock { $0 } }
    func set(_ change: (inout Script) -> Void) { script.withLock { change(&$0) } }

    var isConnected: Bool { now.isConnected }
    var authorization: CaptureAuthorization { now.authorization }

    func open(_ request: MicrophoneRequest) throws(CaptureError) -> sending any MicrophoneSource {
        if let error = now.openError { throw error }
        guard now.isConnected else { throw CaptureError(.missing, "It is not there.") }
        return ScriptedMicrophoneSource(self)
    }
}

/// The sound of a `ScriptedMicrophone`: block n holds what was captured from n × 10 ms after the epoch on.
final class ScriptedMicrophoneSource: MicrophoneSource {
    let name = "scripted-microphone"
    let format = SoundFormat(sampleRate: 48_000, channels: 1)
    let end = SourceEnd()
    private let microphone: ScriptedMicrophone
    private let pool: SoundPool
    private var start: (output: any Outlet<SoundBlock>, stop: StopRequest, epoch: HostTime)?
    private var next: Int64?

    init(_ microphone: ScriptedMicrophone) {
        self.microphone = microphone
        pool = SoundPool(format: format, blockCapacity: 480, capacity: 600)
        microphone.open.begin()
    }

    deinit { microphone.open.end() }

    func start(into output: any Outlet<SoundBlock>, ledger: DropLedger, stop: StopRequest, at epoch: HostTime) {
        start = (output, stop, epoch)
    }

    func step(now: HostTime) -> StageWait {
        guard let start, !start.stop.isRequested else { return finish() }
        guard microphone.isConnected else {
            end.fail(CaptureError(.lost, "It was unplugged."))
            return finish()
        }
        var block = next ?? now.nanoseconds(since: start.epoch) / 10_000_000
        while start.epoch.advanced(byMilliseconds: (block + 1) * 10) <= now {
            let time = start.epoch.advanced(byMilliseconds: block * 10)
            if var sound = pool.take(captureTime: time, sampleCount: 480) {
                sound.withMutableChannel(0) { $0.update(repeating: Float(block)) }
                _ = start.output.accept(sound.freeze())
            }
            block += 1
        }
        next = block
        return .event(until: start.epoch.advanced(byMilliseconds: (block + 1) * 10))
    }

    private func finish() -> StageWait {
        start?.output.close()
        return .finished
    }
}
