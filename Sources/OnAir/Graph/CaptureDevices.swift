import OnAirCapture

/// The opened devices of one capture, on their way from the thread that opened them to the graph.
package struct CaptureDevices: Sendable {
    let camera: TransferBox<any CameraSource>?
    let microphone: TransferBox<any MicrophoneSource>?

    /// Opens what `configuration` names. Slow: drivers and files are read.
    ///
    /// - Throws: `BroadcastError` with the device's own code, such as `device-missing`.
    package init(opening configuration: BroadcastConfiguration) throws(BroadcastError) {
        let video = configuration.video
        let audio = configuration.audio
        do throws(CaptureError) {
            switch configuration.camera {
            case .simulated:
                camera = TransferBox(try SimulatedCamera(.init(size: video.captureSize, frameRate: video.frameRate)))
            case .file(let path): camera = TransferBox(try FileCamera(path: path))
            case .off: camera = nil
            }
            switch configuration.microphone {
            case .simulated:
                microphone = TransferBox(
                    try SimulatedMicrophone(
                        .init(
                            sampleRate: audio.sampleRate, channels: audio.isStereo ? 2 : 1,
                            cameraFrameRate: video.frameRate)))
            case .file(let path): microphone = TransferBox(try FileMicrophone(path: path))
            case .off: microphone = nil
            }
        } catch {
            throw BroadcastError(error)
        }
    }
}
