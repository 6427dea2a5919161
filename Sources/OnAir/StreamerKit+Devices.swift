import OnAirCapture

extension StreamerKit {
    // MARK: - Which devices

    /// The camera in use; nil before capture, and in a program without pictures. Its settings may be changed with its
    /// `configure`; its format belongs to the broadcast.
    public var camera: CaptureDevice? { graph?.camera?.device }

    /// The microphone in use; nil before capture, and in a program without sound.
    public var microphone: CaptureDevice? { graph?.microphone?.device }

    /// Goes on with the other camera: one that looks the other way, or with several the next one. Works while live:
    /// the old camera goes on until the new one's first picture is there, and the sound never stops. Where both cannot run
    /// at once, viewers see the last picture meanwhile.
    ///
    /// - Returns: the camera in use now.
    /// - Throws: `BroadcastError`, and the old camera goes on: `.deviceMissing` where there is no other,
    ///   `.deviceBusy`, `.deviceDenied` or `.deviceUnusable` where the other cannot be opened, `.invalidState` where
    ///   capture does not run or has no camera, or `.cancelled` when a stop came meanwhile.
    @discardableResult
    public func switchCamera() async throws(BroadcastError) -> DeviceStatus {
        let current = try usedCamera()
        let cameras = catalog.devices(for: .video)
        guard
            let next = CameraRotation.next(
                after: current, among: cameras, isStandIn: StandIns.isOpen(configuration.camera))
        else {
            throw BroadcastError(
                code: .deviceMissing, message: "There is no camera besides \(current.localizedName).",
                advice: "Connect another one.")
        }
        return try await selectCamera(.device(uniqueID: next.uniqueID))
    }

    /// Goes on with the camera that `choice` means; see `switchCamera`.
    ///
    /// - Throws: as `switchCamera`, and `.invalidState` for `.off`: a program's tracks are fixed while it runs.
    @discardableResult
    public func selectCamera(_ choice: DeviceChoice) async throws(BroadcastError) -> DeviceStatus {
        _ = try usedCamera()
        try await configure { $0.camera = choice }
        return DeviceStatus(try usedCamera(), .running)
    }

    /// Goes on with the microphone that `choice` means. Works while live: viewers hear silence until the new one's
    /// first sound.
    ///
    /// - Throws: as `selectCamera`.
    @discardableResult
    public func selectMicrophone(_ choice: DeviceChoice) async throws(BroadcastError) -> DeviceStatus {
        guard microphone != nil else {
            throw .invalidState("The program has no microphone.", advice: "Start capture with one first.")
        }
        try await configure { $0.microphone = choice }
        guard let microphone else { throw Self.captureCancelled }
        return DeviceStatus(microphone, .running)
    }

    private func usedCamera() throws(BroadcastError) -> CaptureDevice {
        guard let camera else {
            throw .invalidState("The program has no camera.", advice: "Start capture with one first.")
        }
        return camera
    }

    // MARK: - The camera's own settings

    /// Switches the camera's lamp on or off.
    ///
    /// - Throws: `BroadcastError` with code `.deviceRefused` where the camera has none, `.deviceMissing` or `.deviceLost`
    ///   where it is gone, `.invalidState` where there is no camera.
    public func setTorch(_ isOn: Bool) async throws(BroadcastError) {
        let camera = try usedCamera()
        guard camera.hasTorch else {
            throw BroadcastError(code: .deviceRefused, message: "\(camera.localizedName) has no torch.")
        }
        try await set(camera) { $0.torchMode = isOn ? .on : .off }
    }

    /// Switches the camera's lamp on if it is off, and off if it is on; tells which.
    ///
    /// - Throws: as `setTorch`.
    @discardableResult
    public func toggleTorch() async throws(BroadcastError) -> Bool {
        let isOn = try usedCamera().settings.torchMode == .off
        try await setTorch(isOn)
        return isOn
    }

    /// Zooms the camera. `factor` is clamped to what it can; 1 shows all it sees.
    ///
    /// - Returns: the factor that was set.
    /// - Throws: `BroadcastError` with code `.deviceRefused` where the camera cannot zoom or `factor` is no number,
    ///   `.deviceMissing` or `.deviceLost` where it is gone, `.invalidState` where there is no camera.
    @discardableResult
    public func setZoom(_ factor: Double) async throws(BroadcastError) -> Double {
        let camera = try usedCamera()
        guard let range = camera.capabilities.zoomFactors, !factor.isNaN else {
            throw BroadcastError(code: .deviceRefused, message: "\(camera.localizedName) cannot zoom to \(factor).")
        }
        let clamped = min(max(factor, range.lowerBound), range.upperBound)
        try await set(camera) { $0.videoZoomFactor = clamped }
        return clamped
    }

    /// Tap to focus: focus and exposure become automatic, each for `point` where the camera can be pointed.
    ///
    /// - Parameter point: on the sensor, as a preview layer or `previewGeometry` tells it.
    /// - Returns: what was really done; a camera that can do nothing of it is no error.
    /// - Throws: `BroadcastError` with code `.deviceRefused` where `point` is not on the sensor, `.deviceMissing` or
    ///   `.deviceLost` where the camera is gone, `.invalidState` where there is none.
    @discardableResult
    public func focusAndExpose(at point: SensorPoint) async throws(BroadcastError) -> TapToFocusResult {
        let camera = try usedCamera()
        do throws(CaptureError) {
            return try await camera.focusAndExpose(at: point)
        } catch {
            throw BroadcastError(error)
        }
    }

    // MARK: - Preview

    /// A layer with the camera's newest picture, whole and unfiltered. It stays through changes of camera, until
    /// capture stops or it is removed. Whoever reads its pictures keeps few of them: they are the camera's memory, and
    /// with all of it held the program stands still.
    ///
    /// - Throws: `BroadcastError` with code `.invalidState` where there is no camera.
    public func addPreviewLayer() throws(BroadcastError) -> CaptureVideoPreviewLayer {
        guard let graph, graph.camera != nil else {
            throw .invalidState("The program has no camera.", advice: "Start capture with one first.")
        }
        return CaptureVideoPreviewLayer(session: graph.session)
    }

    /// The kit lets go of a layer it made.
    public func removePreviewLayer(_ layer: CaptureVideoPreviewLayer) { graph?.session.removeOutput(layer) }

    /// Where the points of the preview or the stream, shown on a surface, lie on the camera's sensor, and the other way:
    /// through the centred crops, orientation, mirroring and both zooms. For a camera on all of the canvas; `sensorPoint`
    /// knows of any scene. Nil where there is no camera.
    ///
    /// - Parameters:
    ///   - layer: the surface, in points.
    ///   - gravity: how the picture fills it.
    ///   - view: what is shown on it.
    public func previewGeometry(
        in layer: LayerSize, gravity: VideoGravity = .resizeAspect, of view: ProgramView = .preview
    ) -> PreviewGeometry? {
        locator(view)?.geometry(in: layer, gravity: gravity)
    }

    /// The point of the camera's sensor that shows at `point` of the preview or the stream, whatever the scene does with
    /// the camera: a tap's point for `focusAndExpose`. Nil where the camera does not show, or there is none.
    ///
    /// - Parameters:
    ///   - point: on the surface, from its top left.
    ///   - layer: the surface, in points.
    ///   - gravity: how the picture fills it.
    ///   - view: what is shown on it.
    public func sensorPoint(
        at point: LayerPoint, in layer: LayerSize, gravity: VideoGravity = .resizeAspect,
        of view: ProgramView = .preview
    ) -> SensorPoint? {
        locator(view)?.sensorPoint(at: point, in: layer, gravity: gravity)
    }

    private func locator(_ view: ProgramView) -> CameraLocator? {
        guard let camera, let size = camera.grantedFormat?.video?.size else { return nil }
        return CameraLocator(
            video: configuration.video, scene: configuration.scene, view: view, camera: size,
            fieldOfView: camera.fieldOfView)
    }

    private func set(
        _ camera: CaptureDevice, _ change: @Sendable (inout CaptureDeviceConfiguration) -> Void
    ) async throws(BroadcastError) {
        do throws(CaptureError) {
            try await camera.configure { change(&$0) }
        } catch {
            throw BroadcastError(error)
        }
    }
}
