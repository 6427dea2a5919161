import OnAirMedia

/// The pictures of a media file as a camera that can be chosen like any other.
public final class FileCameraDriver: CameraDriver {
    /// Where the file is.
    public let path: String
    public var uniqueID: String { "file:\(path)" }
    public var localizedName: String { MediaFile.name(path) }
    public var position: CaptureDevice.Position { .unspecified }
    /// Known once it is open.
    public var formats: [CaptureFormat] { [] }
    public var isConnected: Bool { MediaFile.exists(path) }
    public var authorization: CaptureAuthorization { MediaFile.authorization(path) }

    public init(path: String) { self.path = path }

    public func open(_ request: CameraRequest) throws(CaptureError) -> sending any CameraSource {
        try FileCamera(path: path)
    }
}
