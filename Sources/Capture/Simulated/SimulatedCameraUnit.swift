import OnAirMedia

/// A simulated camera as a piece of hardware: it looks at a studio through a lens, and can be set, and told to fail.
///
/// | | front | back |
/// |---|---|---|
/// | looks at | the host, with shelves behind | a table with products |
/// | focus | automatic and by hand, no point of interest | with a point of interest |
/// | exposure, white balance | automatic and by hand, exposure with a point of interest | the same |
/// | torch | none | off, on, auto; goes off when the camera is let go |
/// | digital zoom | 1…2 | 1…4 |
///
/// As delivered everything is automatic and has settled on the subject; the picture then depends on the frame's number
/// alone. A change takes effect with the next picture drawn, which is the next but one captured.
public final class SimulatedCameraUnit: CameraDriver {
    public let position: CaptureDevice.Position
    public var uniqueID: String { "simulated:\(position.rawValue)" }
    public var localizedName: String { position == .back ? "Simulated Back Camera" : "Simulated Front Camera" }
    public var formats: [CaptureFormat] {
        [(320, 180), (352, 288), (640, 360), (640, 480), (960, 540), (1280, 720), (1920, 1080)].map { width, height in
            .video(
                VideoCaptureFormat(
                    size: PictureSize(width: width, height: height), pixels: .nv12,
                    rates: [.init(FrameRate(1), FrameRate(60))]))
        }
    }
    public var isConnected: Bool { faults.isConnected }
    public var authorization: CaptureAuthorization { faults.authorization }

    let faults: SimulatedFaultBox
    private let state: Lock<State>
    /// What the last source drew with: painting is most of what opening costs, and a camera that is changed for another
    /// one comes back in the same format. One, because it is tens of megabytes.
    private let painted = Lock<ScenePaint?>(nil)

    private struct State {
        var automatics: CameraAutomatics
        var shake = 0.0
    }

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

    /// How far an unsteady hand moves the picture each way, as a part of its width and height; 0…0.1, default 0. A
    /// value outside becomes the nearest inside; one that is no number changes nothing. Stabilisation leaves a fifth of it.
    public var handShake: Double {
        get { state.withLock { $0.shake } }
        set { if !newValue.isNaN { state.withLock { $0.shake = max(0, min(0.1, newValue)) } } }
    }

    /// Light in the room, as a factor of what the scene is made for; 0.001…16, default 1, and nearest
    /// to a value outside; one that is no number changes nothing. The torch is not part of it.
    public var ambientLight: Double {
        get { state.withLock { $0.automatics.ambientLight } }
        set { if !newValue.isNaN { state.withLock { $0.automatics.ambientLight = max(0.001, min(16, newValue)) } } }
    }

    /// - Parameter position: `back` looks at the products, any other at the host.
    init(
        position: CaptureDevice.Position, timebase: SimulatedTimebase = SimulatedTimebase(clock: MonotonicClock()),
        isExclusive: Bool = true
    ) {
        self.position = position
        let isBack = position == .back
        faults = SimulatedFaultBox(
            name: "simulated \(position.rawValue) camera", target: isBack ? .back : .front, timebase: timebase,
            isExclusive: isExclusive)
        state = Lock(State(automatics: CameraAutomatics(meter: isBack ? .back : .front)))
        faults.whenFree { [weak self] in self?.darken() }
    }

    /// - Throws: `CaptureError` of kind `missing`, `denied`, `busy` (open already, too, unless its backend shares it) or `unusable`.
    public func open(_ request: CameraRequest) throws(CaptureError) -> sending any CameraSource {
        let lease = try faults.open()
        return try SimulatedCamera(
            .init(size: request.size, frameRate: request.frameRate, pixels: request.pixels ?? .nv12), unit: self,
            lease: lease)
    }

    // MARK: - Settings

    static let exposureDurations = 1.0 / 8000...1.0 / 15
    static let gains = 1.0...16.0

    public var capabilities: CameraCapabilities {
        var can = CameraCapabilities()
        can.focusModes = Set(FocusMode.allCases)
        can.lensPositions = 0...1
        can.supportsFocusPointOfInterest = position == .back
        can.exposureModes = Set(ExposureMode.allCases)
        can.exposureDurations = Self.exposureDurations
        can.gains = Self.gains
        can.exposureTargetBiases = -3...3
        can.supportsExposurePointOfInterest = true
        can.whiteBalanceModes = Set(WhiteBalanceMode.allCases)
        can.whiteBalanceTemperatures = 2500...8000
        can.torchModes = position == .back ? Set(TorchMode.allCases) : []
        can.zoomFactors = position == .back ? 1...4 : 1...2
        can.stabilizationModes = Set(VideoStabilizationMode.allCases)
        return can
    }

    /// The named settings. They live as long as this program does.
    public var controls: [CaptureControl] {
        CaptureControl.list(of: capabilities, settings).map { control in
            var control = control
            control.flags.insert(.temporary)
            return control
        }
    }

    /// Live: in automatic modes the values move as the loops do.
    public var settings: CameraSettings { state.withLock { $0.automatics.settings } }

    public var fieldOfView: SensorRect { SensorRect(zoom: settings.videoZoomFactor) }

    /// Values that belong to a loop stay with it: the lens while focus is automatic, exposure time and gain unless the
    /// mode is `custom`, the temperature unless white balance is `locked`. One-shot focus, exposure and white balance
    /// start again where their mode, or the point of interest of a mode that runs, is among `controls`.
    ///
    /// - Throws: `CaptureError` of kind `missing` while unplugged, or `refused` for what it cannot take.
    public func apply(_ controls: [CameraControl], of settings: CameraSettings) throws(CaptureError) {
        guard isConnected else { throw .simulatedMissing("simulated \(position.rawValue) camera") }
        let (can, name) = (capabilities, localizedName)
        try state.withLock { state throws(CaptureError) in
            let now = state.automatics.settings
            try now.taking(controls, from: settings).check(against: can, from: now, of: name)
            state.automatics.apply(controls, of: settings)
        }
    }

    /// Sets what `settings` have otherwise than the camera.
    ///
    /// - Throws: `CaptureError` of kind `missing` while unplugged, or `refused` for what it cannot take.
    public func apply(_ settings: CameraSettings) throws(CaptureError) {
        try apply(settings.changes(from: self.settings), of: settings)
    }

    // MARK: - For the source

    /// What a source draws pictures of `format` with: what the last one had, or painted anew.
    func paint(for format: PictureFormat) -> ScenePaint {
        let last = painted.withLock { last in
            if last?.format != format { last = nil }
            return last
        }
        if let last { return last }
        let fresh = ScenePaint(position, format: format)
        painted.withLock { $0 = fresh }
        return fresh
    }

    /// Nobody has the camera any more: the torch goes off.
    private func darken() {
        state.withLock { state in
            guard state.automatics.settings.torchMode != .off else { return }
            var settings = state.automatics.settings
            settings.torchMode = .off
            state.automatics.apply([.torchMode], of: settings)
        }
    }

    /// A source counts its time from a new zero.
    func restart(frameRate: FrameRate) {
        state.withLock { state in
            state.automatics.restart()
            state.automatics.longestExposure = min(1.0 / 15, frameRate.frameDuration.seconds)
        }
    }

    /// How the picture at `time` after the epoch is taken; the loops move on until then.
    func optics(at time: MediaTime) -> StudioOptics {
        state.withLock { state in
            state.automatics.advance(to: time)
            return state.automatics.optics(at: time, shake: state.shake)
        }
    }
}
