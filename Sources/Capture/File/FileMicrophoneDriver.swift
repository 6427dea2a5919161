import OnAirMedia

/// The sound of a media file as a microphone that can be chosen like any other.
public final class FileMicrophoneDriver: MicrophoneDriver {
    /// Where the file is.
    public let path: String
    public var uniqueID: String { "file:\(path)" }
    public var localizedName: String { MediaFile.name(path) }
    /// The file’s own, whatever is asked; known once it has been opened.
    public var formats: [CaptureFormat] { found.withLock { $0 } }
    public var isConnected: Bool { MediaFile.exists(path) }
    public var authorization: CaptureAuthorization { MediaFile.authorization(path) }
    public var absence: CaptureError { MediaFile.absence(of: path) }

    private let found = Lock<[CaptureFormat]>([])

    public init(path: String) { self.path = path }

    public func open(_ request: MicrophoneRequest) throws(CaptureError) -> sending any MicrophoneSource {
        let source = try FileMicrophone(path: path)
        let format = CaptureFormat.audio(source.format)
        found.withLock { $0 = [format] }
        return source
    }
}
