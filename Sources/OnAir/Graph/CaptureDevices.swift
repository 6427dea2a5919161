import OnAirCapture

/// The opened devices of one capture, on their way from the thread that opened them to the graph.
package struct CaptureDevices: Sendable {
    let camera: CaptureDeviceInput?
    let microphone: CaptureDeviceInput?

    /// Opens what `configuration` names. Slow: drivers and files are read.
    ///
    /// - Throws: `BroadcastError` with the device's own code, such as `device-missing`.
    package init(opening configuration: BroadcastConfiguration) throws(BroadcastError) {
        do throws(CaptureError) {
            camera = try configuration.openCamera()
            microphone = try configuration.openMicrophone()
        } catch {
            throw BroadcastError(error)
        }
    }
}

extension BroadcastConfiguration {
    /// Opens the camera it names; nil for none.
    func openCamera() throws(CaptureError) -> CaptureDeviceInput? {
        guard let device = try camera.device(for: .video) else { return nil }
        return try CaptureDeviceInput(
            device: device, camera: CameraRequest(size: video.captureSize, frameRate: video.frameRate))
    }

    /// Opens the microphone it names; nil for none.
    func openMicrophone() throws(CaptureError) -> CaptureDeviceInput? {
        guard let device = try microphone.device(for: .audio) else { return nil }
        return try CaptureDeviceInput(
            device: device, camera: nil,
            microphone: MicrophoneRequest(format: audio.format, cameraFrameRate: video.frameRate))
    }
}
