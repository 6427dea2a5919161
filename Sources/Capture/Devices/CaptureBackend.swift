/// A kind of devices: finds them and tells when they come and go.
public protocol CaptureBackend: AnyObject, Sendable {
    /// A word for lists and messages, such as `simulated` or `pulse`.
    var name: String { get }

    /// The cameras that are there now, in the backend's own order.
    ///
    /// A driver stands for the device, not for the node it is at: one that was handed out before goes on working when
    /// the same device comes back elsewhere, because it looks the node up by `uniqueID` whenever it opens.
    ///
    /// - Throws: `CaptureError` where the backend cannot look, such as a sound server that refuses the connection.
    func cameras() throws(CaptureError) -> [any CameraDriver]

    /// The microphones that are there now, the default one first.
    func microphones() throws(CaptureError) -> [any MicrophoneDriver]

    /// The microphone that `uniqueID` means, of those that `microphones` does not list or lists by another name: some are
    /// there for whoever names them, and for nobody else. Nil, the default, where it means none.
    ///
    /// The driver has the `uniqueID` it would be listed with.
    func microphone(named uniqueID: String) -> (any MicrophoneDriver)?

    /// Calls `changed`, from a thread of the backend, after devices have come or gone, for as long as what is returned
    /// lives. Nil where they never do.
    func watch(_ changed: @escaping @Sendable () -> Void) -> AnyObject?

    /// Which device somebody means who calls it `text` and not by its `uniqueID`: by its node, or by the ID it had
    /// elsewhere. Nil, the default, where none is meant.
    func uniqueID(of text: String, for mediaType: MediaType) -> String?
}

extension CaptureBackend {
    public func cameras() throws(CaptureError) -> [any CameraDriver] { [] }
    public func microphones() throws(CaptureError) -> [any MicrophoneDriver] { [] }
    public func microphone(named uniqueID: String) -> (any MicrophoneDriver)? { nil }
    public func watch(_ changed: @escaping @Sendable () -> Void) -> AnyObject? { nil }
    public func uniqueID(of text: String, for mediaType: MediaType) -> String? { nil }
}
