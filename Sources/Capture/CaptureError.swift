import OnAirMedia

/// Why a camera or microphone could not be opened, or ended.
public struct CaptureError: OnAirError, Equatable {
    /// The kind of failure; stable across versions.
    public enum Kind: String, Sendable, Equatable {
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
    }

    public let kind: Kind
    public let message: String
    public let advice: String?

    public init(_ kind: Kind, _ message: String, advice: String? = nil) {
        self.kind = kind
        self.message = message
        self.advice = advice
    }

    /// `device-missing`, `device-busy` and so on.
    public var code: String { "device-\(kind.rawValue)" }
}
