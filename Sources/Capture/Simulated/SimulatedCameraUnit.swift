import OnAirMedia

/// A simulated camera as a piece of hardware.
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
    public var isConnected: Bool { true }
    public var authorization: CaptureAuthorization { .authorized }

    init(position: CaptureDevice.Position) { self.position = position }

    public func open(_ request: CameraRequest) throws(CaptureError) -> sending any CameraSource {
        try SimulatedCamera(.init(size: request.size, frameRate: request.frameRate, pixels: request.pixels ?? .nv12))
    }
}
