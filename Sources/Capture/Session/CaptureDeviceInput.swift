import OnAirMedia
import Synchronization

/// A device opened for one session.
///
/// Making it opens the device, which can take a moment, with a real device a good part of a second: not on the main
/// thread, and the same goes for changing one camera for another. The device stays open until the input is let go, is
/// taken out of its session, or the session has stopped; a session that starts with it again opens it anew.
public final class CaptureDeviceInput: Sendable {
    /// The device behind it.
    public let device: CaptureDevice

    private let fixedRequest: CameraRequest?
    private let microphoneRequest: MicrophoneRequest
    private let ownsFormat: Bool
    /// How the camera is set whenever it is opened.
    private let cameraPreset: CameraPreset?
    private let state: Lock<State>
    /// Counts changes of what is wanted from the device.
    private let generation = Atomic(0)
    /// Counts how often the device has been said to be there again.
    private let returned = Atomic(0)

    private struct State {
        var owner: ObjectIdentifier?
        var preset = CaptureSession.Preset.high
        /// What the camera is asked for as things are now.
        var wanted: CameraRequest?
        /// The source that lies open since the input was made.
        var opened: Opened?
        var signal: WakeSignal?
    }

    /// An open source on its way to the stage that runs it, and for which generation it was opened.
    enum Opened: Sendable {
        case camera(TransferBox<any CaptureSource<Picture>>, Int)
        case microphone(TransferBox<any CaptureSource<SoundBlock>>, Int)
    }

    /// Opens `device`. Blocks while it does.
    ///
    /// - Parameters:
    ///   - device: what to open.
    ///   - preset: the preset of the session it is for. With it a camera opens once, as the session wants it, and is ready
    ///     when it is added: give it when one camera takes the other's place. With nil, the default, a camera is opened
    ///     as for `high`, and anew when the session starts where that wants other pictures.
    /// - Throws: `CaptureError` of kind `missing` where the device is not there, `busy` where somebody else has it,
    ///   `denied` where this user may not open it, `unusable` where it gives nothing.
    public convenience init(device: CaptureDevice, preset: CaptureSession.Preset? = nil) throws(CaptureError) {
        try self.init(device: device, camera: nil, preset: preset)
    }

    /// Opens `device` with a format that nobody else may change.
    ///
    /// - Parameters:
    ///   - camera: what is wanted of a camera, whatever the session's preset; nil leaves it to that and to the device's
    ///     active format.
    ///   - microphone: what is wanted of a microphone.
    ///   - cameraPreset: how the camera is set now and whenever it is opened again: a webcam forgets everything when it is
    ///     unplugged. What cannot be set the first time is an error, later it is left.
    package init(
        device: CaptureDevice, camera: CameraRequest?, microphone: MicrophoneRequest = MicrophoneRequest(),
        preset: CaptureSession.Preset? = nil, cameraPreset: CameraPreset? = nil
    ) throws(CaptureError) {
        self.device = device
        fixedRequest = camera
        microphoneRequest = microphone
        ownsFormat = camera != nil
        self.cameraPreset = cameraPreset
        state = Lock(State(preset: preset ?? .high))
        // From here on an error ends in deinit, which undoes both.
        if ownsFormat { device.ownFormat(true) }
        device.observe(ObjectIdentifier(self)) { [weak self] in self?.formatChanged() }
        if case .denied(let error) = device.authorization { throw error }
        guard device.isConnected else {
            throw device.driver.base.absence
        }
        CaptureRelease.wait(for: device.closingStages)
        formatChanged()
        let generation = currentGeneration
        let opened: Opened
        switch device.driver {
        case .camera(let driver):
            // Before pictures flow, so that the first is as it should be.
            if let cameraPreset { _ = try CaptureDevice.load(cameraPreset, on: driver) }
            // What takes long is only done for pictures that are sure to be wanted.
            let isSure = camera != nil || preset != nil || device.activeFormat != nil
            opened = .camera(try openCamera(preparing: isSure), generation)
        case .microphone: opened = .microphone(try openMicrophone(), generation)
        }
        state.withLock { $0.opened = opened }
    }

    deinit {
        if ownsFormat { device.ownFormat(false) }
        device.observe(ObjectIdentifier(self), nil)
        if state.withLock({ $0.opened != nil }) { closed() }
    }

    // MARK: - For the session

    var mediaType: MediaType { device.mediaType }

    var owner: ObjectIdentifier? { state.withLock { $0.owner } }

    /// Makes the input a session's own; false when it is another's.
    func claim(_ session: ObjectIdentifier) -> Bool {
        state.withLock { state in
            guard state.owner == nil || state.owner == session else { return false }
            state.owner = session
            return true
        }
    }

    func release() { state.withLock { $0.owner = nil } }

    /// Lets the device go if it lies open; a session that starts with the input opens it anew.
    func letGo() {
        if takeOpened() != nil { closed() }
    }

    /// Takes the source that lies open out; nil the next time.
    func takeOpened() -> Opened? {
        state.withLock { state in
            defer { state.opened = nil }
            return state.opened
        }
    }

    /// The session's preset is another one now.
    func set(_ preset: CaptureSession.Preset) {
        state.withLock { $0.preset = preset }
        formatChanged()
    }

    /// The device has been let go.
    func closed() { device.close(by: ObjectIdentifier(self)) }

    /// The stage that runs the input is to be woken when the format changes.
    func wake(_ signal: WakeSignal?) { state.withLock { $0.signal = signal } }

    var returns: Int { returned.load(ordering: .acquiring) }

    /// The device is known to be there again: where it is lost it is tried now.
    package func deviceReturned() {
        returned.add(1, ordering: .releasing)
        state.withLock { $0.signal }?.wake()
    }

    var currentGeneration: Int { generation.load(ordering: .acquiring) }

    /// Asks for the camera to be opened anew where what is wanted of it is something else now.
    private func formatChanged() {
        guard case .camera = device.driver else { return }
        let request = cameraRequest
        let signal: WakeSignal?? = state.withLock { state in
            guard state.wanted != request else { return nil }
            state.wanted = request
            generation.add(1, ordering: .releasing)
            return .some(state.signal)
        }
        signal??.wake()
    }

    /// What is to be asked of the camera: what the input was made for, else the device's active format, else the
    /// session's preset.
    private var cameraRequest: CameraRequest {
        if let fixedRequest { return fixedRequest }
        return state.withLock { $0.preset }.request(of: device)
    }

    func openCamera(preparing: Bool = false) throws(CaptureError) -> TransferBox<any CaptureSource<Picture>> {
        guard case .camera(let driver) = device.driver else { throw Self.wrongKind }
        let known = device.formats
        let source = try driver.open(cameraRequest)
        if let cameraPreset { _ = try? CaptureDevice.load(cameraPreset, on: driver) }
        if preparing { source.prepare() }
        // A file tells its one format when it is opened: nothing else is wanted of it now than what it has.
        if device.formats != known {
            let request = cameraRequest
            state.withLock { $0.wanted = request }
        }
        device.grant(
            .video(
                VideoCaptureFormat(
                    size: source.format.size, pixels: source.format.pixels, rates: [.init(source.frameRate)])),
            to: ObjectIdentifier(self))
        return CaptureSourceErasure.box(source)
    }

    /// Opens the camera again, as this process has set it: one that was unplugged has forgotten that.
    func openCameraAgain(_ log: Log) throws(CaptureError) -> TransferBox<any CaptureSource<Picture>> {
        let opened = try openCamera()
        for error in device.setAgain() {
            log.warning(
                "the camera could not be set again as it was",
                [.init("camera", device.localizedName), .init("reason", error.message)])
        }
        return opened
    }

    func openMicrophone() throws(CaptureError) -> TransferBox<any CaptureSource<SoundBlock>> {
        guard case .microphone(let driver) = device.driver else { throw Self.wrongKind }
        let source = try driver.open(microphoneRequest)
        device.grant(.audio(source.format), to: ObjectIdentifier(self))
        return CaptureSourceErasure.box(source)
    }

    private static var wrongKind: CaptureError { CaptureError(.unsupported, "The device is of another kind.") }
}

extension CaptureDeviceInput: CustomStringConvertible {
    /// For logs: `input of Simulated Back Camera (simulated:back)`.
    public var description: String { "input of \(device)" }
}
