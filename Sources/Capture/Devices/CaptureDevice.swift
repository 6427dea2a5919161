import OnAirMedia

/// One camera or microphone and its settings. Delivers no data itself: a `CaptureDeviceInput` in a `CaptureSession`
/// does.
///
/// The same device is the same object for as long as somebody holds it, whoever finds it.
///
/// Settings are read freely and changed only inside `configure`, whose closure has the one value with setters.
public final class CaptureDevice: Sendable {
    /// Which way a camera looks.
    public enum Position: String, CaseIterable, Hashable, Sendable, Codable {
        /// Towards whoever uses the machine.
        case front
        /// Away from them.
        case back
        /// It can be put anywhere, or does not say; microphones too.
        case unspecified
    }

    /// Stable across restarts: `BACKEND:NAME`, never only a node's number.
    public let uniqueID: String
    /// The name for people.
    public let localizedName: String
    /// What it captures.
    public let mediaType: MediaType
    /// What is kept of it between two runs.
    let store: CameraStore
    private let ownPosition: Position

    let driver: Driver
    let gate = AsyncGate()
    private let state = Lock(State())

    enum Driver: Sendable {
        case camera(any CameraDriver)
        case microphone(any MicrophoneDriver)

        var base: any CaptureDriver {
            switch self {
            case .camera(let driver): driver
            case .microphone(let driver): driver
            }
        }
    }

    private struct State {
        var choice = FormatChoice()
        /// Inputs that let nobody else change the format.
        var formatOwners = 0
        /// What the device gives, while it is open.
        var granted: CaptureFormat?
        /// The input that has it open.
        var opener: ObjectIdentifier?
        /// Stages that are letting the device go.
        var closing: [StageHandle] = []
        /// What this process has set, in the order it was last set in.
        var touched: [CaptureControlChange] = []
        /// Called after the format has been changed.
        var observers: [ObjectIdentifier: @Sendable () -> Void] = [:]
    }

    /// The format an app has chosen.
    struct FormatChoice: Hashable, Sendable {
        var format: VideoCaptureFormat?
        var frameRate: FrameRate?
    }

    /// A camera of your own: anything that can write a `CameraDriver`.
    ///
    /// - Parameter store: keeps its presets, and which way it looks by the user's word.
    public init(_ driver: any CameraDriver, store: CameraStore = .user) {
        self.driver = .camera(driver)
        self.store = store
        (uniqueID, localizedName, ownPosition) = (driver.uniqueID, driver.localizedName, driver.position)
        mediaType = .video
    }

    /// A microphone of your own.
    public init(_ driver: any MicrophoneDriver) {
        self.driver = .microphone(driver)
        store = CameraStore(root: nil)
        (uniqueID, localizedName, ownPosition) = (driver.uniqueID, driver.localizedName, .unspecified)
        mediaType = .audio
    }

    /// Which way it looks: as the user has said by `setPosition`, else as the device says. A file that cannot be
    /// understood says nothing.
    public var position: Position { (try? store.position(of: uniqueID)) ?? ownPosition }

    /// Whether the device is there now.
    public var isConnected: Bool { driver.base.isConnected }

    /// Whether this process may open it now, and if not what is missing.
    public var authorization: CaptureAuthorization { driver.base.authorization }

    /// Why it would give no pictures although it can be opened, such as a capture card with nothing plugged in; nil where
    /// all is well, or it cannot tell. Blocks while the device answers.
    public var signalProblem: CaptureError? {
        if case .camera(let driver) = driver { driver.signalProblem } else { nil }
    }

    /// Whether it gives what the machine plays rather than what a microphone hears: never used unless it was chosen.
    public var isMonitor: Bool {
        if case .microphone(let driver) = driver { driver.isMonitor } else { false }
    }

    /// How much later than the pictures its sound is, where that is more than a program can wait for: 2 s for a sound
    /// server's source that gathers 2 s and cannot be asked for less. Else zero.
    public var soundDelay: MediaTime {
        if case .microphone(let driver) = driver { driver.soundDelay } else { .zero }
    }

    /// What it can give, as the device says.
    public var formats: [CaptureFormat] { driver.base.formats }

    /// What it gives now, while it is open; may differ from what was asked.
    public var grantedFormat: CaptureFormat? { state.withLock { $0.granted } }

    /// The format chosen by `configure`; nil leaves it to the session's preset. Comes before that preset, and the session
    /// then reports `inputPriority`.
    public var activeFormat: VideoCaptureFormat? { choice.format }

    /// The frame rate chosen by `configure`; nil leaves it to the session.
    public var activeFrameRate: FrameRate? { choice.frameRate }

    /// What can be set; nothing for a microphone.
    public var capabilities: CameraCapabilities {
        if case .camera(let driver) = driver { driver.capabilities } else { CameraCapabilities() }
    }

    /// How it is set now, as the device says it.
    public var settings: CameraSettings {
        if case .camera(let driver) = driver { driver.settings } else { CameraSettings() }
    }

    /// The part of the sensor that pictures show: less than all of it while digital zoom is on.
    public var fieldOfView: SensorRect {
        if case .camera(let driver) = driver { driver.fieldOfView } else { .whole }
    }

    // MARK: - Asking first

    /// Whether `mode` can be set.
    public func isFocusModeSupported(_ mode: FocusMode) -> Bool { capabilities.focusModes.contains(mode) }
    /// Whether autofocus can be pointed.
    public var isFocusPointOfInterestSupported: Bool { capabilities.supportsFocusPointOfInterest }
    /// Whether `mode` can be set.
    public func isExposureModeSupported(_ mode: ExposureMode) -> Bool { capabilities.exposureModes.contains(mode) }
    /// Whether automatic exposure can be pointed.
    public var isExposurePointOfInterestSupported: Bool { capabilities.supportsExposurePointOfInterest }
    /// Whether `mode` can be set.
    public func isWhiteBalanceModeSupported(_ mode: WhiteBalanceMode) -> Bool {
        capabilities.whiteBalanceModes.contains(mode)
    }
    /// Whether `mode` can be set.
    public func isTorchModeSupported(_ mode: TorchMode) -> Bool { capabilities.torchModes.contains(mode) }
    /// Whether there is a torch.
    public var hasTorch: Bool { capabilities.torchModes.contains(.on) }

    // MARK: - Configuring

    /// Changes settings: all that the closure sets or, where the device cannot take one, none. What it does not set is
    /// left to the device. Setting a one-shot mode again starts it again. A value that does not count in the mode the
    /// camera is in, such as an exposure time while exposure is automatic, is refused: set the mode with it.
    ///
    /// One caller at a time, in the order they came. Whatever order the closure uses, a point of interest reaches the
    /// device before the mode that uses it. A cancelled task still waits its turn and then sets: what comes next relies
    /// on it.
    ///
    /// - Throws: `CaptureError` of kind `refused` naming the control, the value and what it may be; `busy` where the
    ///   format belongs to somebody else now; `missing` or `lost` where the device is gone, whatever the closure sets;
    ///   or what the closure throws.
    public func configure(
        _ change: @Sendable (inout CaptureDeviceConfiguration) throws -> Void
    ) async throws {
        await gate.enter()
        defer { gate.leave() }
        let before = try await DeviceWork.run { () throws(CaptureError) in try self.configuration() }
        var changed = before
        try change(&changed)
        let wanted = changed
        try await DeviceWork.run { () throws(CaptureError) in try self.set(wanted, from: before) }
    }

    /// The same for a closure that throws nothing else than `CaptureError`, or nothing at all.
    public func configure(
        _ change: @Sendable (inout CaptureDeviceConfiguration) throws(CaptureError) -> Void
    ) async throws(CaptureError) {
        await gate.enter()
        defer { gate.leave() }
        let before = try await DeviceWork.run { () throws(CaptureError) in try self.configuration() }
        var changed = before
        try change(&changed)
        let wanted = changed
        try await DeviceWork.run { () throws(CaptureError) in try self.set(wanted, from: before) }
    }

    /// How it is configured now.
    private func configuration() throws(CaptureError) -> CaptureDeviceConfiguration {
        guard isConnected else { throw driver.base.absence }
        return CaptureDeviceConfiguration(settings: settings, choice: choice)
    }

    private func set(
        _ wanted: CaptureDeviceConfiguration, from before: CaptureDeviceConfiguration
    ) throws(CaptureError) {
        try wanted.check(from: before, on: self)
        if wanted.choice != before.choice, state.withLock({ $0.formatOwners > 0 }) {
            throw CaptureError(
                .busy, "The format of \(localizedName) belongs to the broadcast that uses it.",
                advice: "Change it there, or stop that first.", control: .activeFormat)
        }
        if case .camera(let driver) = driver {
            let controls = wanted.controls(on: driver.capabilities)
            try driver.applyWhole(controls, of: wanted.settings)
            let list = CaptureControl.list(of: driver.capabilities, wanted.settings)
            touched(
                controls.compactMap { control in
                    list.first { $0.name == control.rawValue }.flatMap { entry in
                        entry.value.map { CaptureControlChange(entry.name, $0) }
                    }
                })
        }
        guard wanted.choice != before.choice else { return }
        let observers = state.withLock { state in
            state.choice = wanted.choice
            return Array(state.observers.values)
        }
        for observer in observers { observer() }
    }

    // MARK: - Setting it again

    /// This process has set these: a camera that was lost is set so again.
    func touched(_ changes: [CaptureControlChange]) {
        state.withLock { state in
            state.touched.removeAll { old in changes.contains { $0.name == old.name } }
            // Whatever shines does not come on by itself.
            state.touched += changes.filter { $0.name != CameraControl.torchMode.rawValue }
        }
    }

    /// Every control has been set to its default.
    func forgetTouched() { state.withLock { $0.touched = [] } }

    /// Sets what this process has set before; what cannot be set together is set one by one. Returns what went wrong.
    func setAgain() -> [CaptureError] {
        let changes = state.withLock { $0.touched }
        guard case .camera(let driver) = driver, !changes.isEmpty else { return [] }
        do throws(CaptureError) {
            _ = try Self.set(changes, on: driver)
            return []
        } catch {
            // Modes first: they decide what else counts.
            let order = [true, false].flatMap { isSwitch in
                changes.filter { CaptureControlDependency.isSwitch($0.name) == isSwitch }
            }
            return order.compactMap { change in
                let control = Self.everything(on: driver).first { $0.name == change.name }
                if control?.flags.contains(.inactive) == true { return nil }
                do throws(CaptureError) {
                    _ = try Self.set([change], on: driver)
                    return nil
                } catch {
                    return error
                }
            }
        }
    }

    // MARK: - For inputs

    var choice: FormatChoice { state.withLock { $0.choice } }

    /// Notes what the device gives to the input that has just opened it.
    func grant(_ format: CaptureFormat, to opener: ObjectIdentifier) {
        state.withLock { ($0.granted, $0.opener) = (format, opener) }
    }

    /// The input has closed it; another one may have it open already.
    func close(by opener: ObjectIdentifier) {
        state.withLock { if $0.opener == opener { ($0.granted, $0.opener) = (nil, nil) } }
    }

    func ownFormat(_ owns: Bool) { state.withLock { $0.formatOwners += owns ? 1 : -1 } }

    func observe(_ id: ObjectIdentifier, _ body: (@Sendable () -> Void)?) { state.withLock { $0.observers[id] = body } }

    /// Notes that `stage` has been asked to let the device go.
    func isClosing(_ stage: StageHandle) {
        state.withLock { state in
            state.closing.removeAll { $0.isFinished }
            state.closing.append(stage)
        }
    }

    /// Stages that still hold the device although they have been asked to let it go.
    var closingStages: [StageHandle] { state.withLock { $0.closing.filter { !$0.isFinished } } }
}

extension CaptureDevice: CustomStringConvertible {
    /// For logs: `Simulated Back Camera (simulated:back)`.
    public var description: String { "\(localizedName) (\(uniqueID))" }
}

extension CaptureDevice {
    /// Whether a camera gives more than `rate` pictures per second; known while it is open.
    package func isFaster(than rate: FrameRate) -> Bool {
        guard let granted = grantedFormat?.video?.rates.first?.fastest else { return false }
        return granted.framesPerSecond > rate.framesPerSecond
    }
}
