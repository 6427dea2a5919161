/// Whether this process may open a device.
public enum CaptureAuthorization: Hashable, Sendable {
    case authorized
    /// It may not: which group or permission is missing, and what to do.
    case denied(CaptureError)

    public var isAuthorized: Bool { self == .authorized }
}
