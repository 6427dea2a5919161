import OnAirMedia

/// The simulated microphone as a piece of hardware.
public final class SimulatedMicrophoneUnit: MicrophoneDriver {
    public let uniqueID = "simulated:microphone"
    public let localizedName = "Simulated Microphone"
    public var formats: [CaptureFormat] {
        [48_000, 44_100].flatMap { rate in
            [1, 2].map { .audio(SoundFormat(sampleRate: rate, channels: $0)) }
        }
    }
    public var isConnected: Bool { faults.isConnected }
    public var authorization: CaptureAuthorization { faults.authorization }

    let faults: SimulatedFaultBox
    private let chosenSignal = Lock(SimulatedMicrophone.Signal.toneAndClicks)

    /// How it fails now; nil, the default: not at all.
    public var fault: SimulatedFault? {
        get { faults.fault }
        set { faults.fault = newValue }
    }

    /// How it fails by the clock. A `fault` that is set comes first. Default: empty.
    public var faultScript: SimulatedFaultScript {
        get { faults.script }
        set { faults.script = newValue }
    }

    /// What it hears from the next opening on.
    public var signal: SimulatedMicrophone.Signal {
        get { chosenSignal.withLock { $0 } }
        set { chosenSignal.withLock { $0 = newValue } }
    }

    init(timebase: SimulatedTimebase, isExclusive: Bool) {
        faults = SimulatedFaultBox(
            name: "simulated microphone", target: .microphone, timebase: timebase, isExclusive: isExclusive)
    }

    /// - Throws: `CaptureError` of kind `missing`, `denied`, `busy` (open already, too, unless its backend shares it) or `unusable`.
    public func open(_ request: MicrophoneRequest) throws(CaptureError) -> sending any MicrophoneSource {
        let format = request.format ?? SoundFormat(sampleRate: 48_000, channels: 1)
        let lease = try faults.open()
        return try SimulatedMicrophone(
            .init(
                sampleRate: format.sampleRate, channels: format.channels,
                cameraFrameRate: request.cameraFrameRate ?? FrameRate(30), signal: signal),
            lease: lease, faults: faults)
    }
}
