import OnAirMedia

/// The pictures of a media file as a camera that can be chosen like any other.
public final class FileCameraDriver: CameraDriver {
    /// Where the file is.
    public let path: String
    public var uniqueID: String { "file:\(path)" }
    public var localizedName: String { MediaFile.name(path) }
    public var position: CaptureDevice.Position { .unspecified }
    /// The file’s own size and rate, whatever is asked; known once it has been opened.
    public var formats: [CaptureFormat] { found.withLock { $0 } }
    public var isConnected: Bool { MediaFile.exists(path) }
    public var authorization: CaptureAuthorization { MediaFile.authorization(path) }
    public var absence: CaptureError { MediaFile.absence(of: path) }

    private let found = Lock<[CaptureFormat]>([])

    public init(path: String) { self.path = path }

    public func open(_ request: CameraRequest) throws(CaptureError) -> sending any CameraSource {
        let source = try FileCamera(path: path)
        let format = CaptureFormat.video(
            VideoCaptureFormat(size: source.format.size, pixels: source.format.pixels, rates: [.init(source.frameRate)])
        )
        found.withLock { $0 = [format] }
        return source
    }
}
