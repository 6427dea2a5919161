import OnAirMedia

/// The sound of a media file as a microphone that can be chosen like any other.
public final class FileMicrophoneDriver: MicrophoneDriver {
    /// Where the file is.
    public let path: String
    public var uniqueID: String { "file:\(path)" }
    public var localizedName: String { MediaFile.name(path) }
    /// Known once it is open.
    public var formats: [CaptureFormat] { [] }
    public var isConnected: Bool { MediaFile.exists(path) }
    public var authorization: CaptureAuthorization { MediaFile.authorization(path) }

    public init(path: String) { self.path = path }

    public func open(_ request: MicrophoneRequest) throws(CaptureError) -> sending any MicrophoneSource {
        try FileMicrophone(path: path)
    }
}
