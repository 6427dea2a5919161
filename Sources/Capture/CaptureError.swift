import OnAirMedia

/// Why a camera or microphone could not be opened or set, ended, or was refused by a session.
public struct CaptureError: OnAirError, Hashable {
    /// The kind of failure; stable across versions.
    public enum Kind: String, Sendable, Hashable {
        /// There is no such device or file.
        case missing
        /// Somebody else has it.
        case busy
        /// This user may not open it.
        case denied
        /// It was opened but gives nothing usable (no video track, unknown codec, broken file).
        case unusable
        /// It ended while running.
        case lost
        /// The device cannot take a setting; `control` says which.
        case refused
        /// A session cannot take an input or output, or a call makes no sense in the present state.
        case unsupported
    }

    public let kind: Kind
    public let message: String
    public let advice: String?
    /// The control a refused setting belongs to; nil for other kinds, and for a control that only the driver has.
    public let control: CameraControl?
    /// The name of the control a refused setting belongs to, such as `lensPosition` or `focus_absolute`; nil for other
    /// kinds.
    public let controlName: String?
    /// Another program has the device, so that nothing this one does makes it free.
    package var isHeldElsewhere = false

    public init(
        _ kind: Kind, _ message: String, advice: String? = nil, control: CameraControl? = nil,
        controlName: String? = nil
    ) {
        self.kind = kind
        self.message = message
        self.advice = advice
        self.control = control
        self.controlName = controlName ?? control?.rawValue
    }

    /// `device-missing`, `device-busy` and so on.
    public var code: String { "device-\(kind.rawValue)" }
}
