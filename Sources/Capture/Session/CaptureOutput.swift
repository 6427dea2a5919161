/// Where a session's samples leave it: `CaptureVideoDataOutput`, `CaptureAudioDataOutput`, `CaptureVideoPreviewLayer`.
public protocol CaptureOutput: AnyObject, Sendable {
    /// How the session reaches the output. Only this module makes one.
    var port: CaptureOutputPort { get }
}

extension CaptureOutput {
    /// The connection that feeds this output with `mediaType`; nil while there is none.
    public func connection(for mediaType: MediaType) -> CaptureConnection? {
        port.connections.first { $0.mediaType == mediaType }
    }

    /// All connections that feed this output.
    public var connections: [CaptureConnection] { port.connections }
}
