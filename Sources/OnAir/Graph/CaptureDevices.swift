import OnAirCapture

/// The opened devices of one capture, on their way from the thread that opened them to the graph.
package struct CaptureDevices: Sendable {
    let camera: CaptureDeviceInput?
    let microphone: CaptureDeviceInput?

    /// Devices that are open already.
    package init(camera: CaptureDeviceInput?, microphone: CaptureDeviceInput?) {
        (self.camera, self.microphone) = (camera, microphone)
    }

    /// Opens what `configuration` names. Slow: drivers and files are read.
    ///
    /// - Throws: `BroadcastError` with the device's own code, such as `device-missing`.
    package init(
        opening configuration: BroadcastConfiguration, from catalog: CaptureDeviceCatalog
    ) throws(BroadcastError) {
        do throws(CaptureError) {
            camera = try configuration.openCamera(from: catalog)
            microphone = try configuration.openMicrophone(from: catalog)
        } catch {
            throw BroadcastError(error)
        }
    }
}

extension CaptureDevices {
    /// Opens those devices of `configuration` that `change` names, except where it comes to the same device.
    ///
    /// - Throws: `BroadcastError` with the device's own code; nothing stays open then.
    package init(
        opening configuration: BroadcastConfiguration, for change: DeviceChange, from catalog: CaptureDeviceCatalog
    ) throws(BroadcastError) {
        do throws(CaptureError) {
            camera = change.camera ? try configuration.openCamera(from: catalog, except: change.usedCamera) : nil
            microphone =
                change.microphone ? try configuration.openMicrophone(from: catalog, except: change.usedMicrophone) : nil
        } catch {
            throw BroadcastError(error)
        }
    }
}

extension BroadcastConfiguration {
    /// Opens the camera it names; nil for none, and where that is `used`.
    func openCamera(
        from catalog: CaptureDeviceCatalog, except used: String? = nil
    ) throws(CaptureError) -> CaptureDeviceInput? {
        guard let device = try camera.device(for: .video, in: catalog), device.uniqueID != used else { return nil }
        return try openCamera(device, isFirst: used == nil)
    }

    /// Opens `device` as the broadcast wants its camera.
    ///
    /// - Parameter isFirst: it must have the preset that is named.
    package func openCamera(_ device: CaptureDevice, isFirst: Bool) throws(CaptureError) -> CaptureDeviceInput {
        try CaptureDeviceInput(
            device: device, camera: CameraRequest(size: video.captureSize, frameRate: video.frameRate),
            cameraPreset: try preset(of: device, isFirst: isFirst))
    }

    /// The preset to set `device` by. Of cameras that come later only those are set that have one of this name.
    private func preset(of device: CaptureDevice, isFirst: Bool) throws(CaptureError) -> CameraPreset? {
        guard let cameraPreset else { return nil }
        if !isFirst, try !device.presets().contains(cameraPreset) { return nil }
        return try device.preset(named: cameraPreset)
    }

    /// Opens the microphone it names; nil for none, and where that is `used`.
    func openMicrophone(
        from catalog: CaptureDeviceCatalog, except used: String? = nil
    ) throws(CaptureError) -> CaptureDeviceInput? {
        guard let device = try microphone.device(for: .audio, in: catalog), device.uniqueID != used else { return nil }
        return try CaptureDeviceInput(
            device: device, camera: nil,
            microphone: MicrophoneRequest(format: audio.format, cameraFrameRate: video.frameRate))
    }
}
