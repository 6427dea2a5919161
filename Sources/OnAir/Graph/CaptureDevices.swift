import OnAirCapture

/// The opened devices of one capture, on their way from the thread that opened them to the graph.
struct CaptureDevices {
    let camera: (any CameraSource)?
    let microphone: (any MicrophoneSource)?

    /// Opens what `configuration` names. Slow: drivers and files are read.
    ///
    /// - Throws: `BroadcastError` with the device's own code, such as `device-missing`.
    init(opening configuration: BroadcastConfiguration) throws(BroadcastError) {
        let video = configuration.video
        do throws(CaptureError) {
            switch configuration.camera {
            case .simulated:
                let size = video.orientation.isPortrait ? video.captureSize : video.captureSize
                camera = try SimulatedCamera(.init(size: size, frameRate: video.frameRate))
            case .file(let path): camera = try FileCamera(path: path)
            case .none: camera = nil
            }
            switch configuration.microphone {
            case .simulated:
                microphone = try SimulatedMicrophone(
                    .init(
                        sampleRate: configuration.audio.sampleRate, channels: configuration.audio.isStereo ? 2 : 1,
                        cameraFrameRate: video.frameRate))
            case .file(let path): microphone = try FileMicrophone(path: path)
            case .none: microphone = nil
            }
        } catch {
            throw BroadcastError(error)
        }
    }
}
