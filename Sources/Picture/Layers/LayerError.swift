import OnAirMedia

/// Why a layer of a scene cannot be shown.
public struct LayerError: OnAirError, Equatable {
    /// What went wrong, for programs.
    public enum Kind: String, Sendable {
        /// A number or a name in the scene makes no sense.
        case invalid = "layer-invalid"
        /// Its file does not exist, or may not be read.
        case unreadable = "layer-unreadable"
        /// What is in its file is not understood, or broken.
        case broken = "layer-broken"
        /// It would take more memory than is allowed.
        case tooLarge = "layer-too-large"
        /// Its text or its strokes cannot be drawn.
        case drawing = "layer-not-drawn"
        /// A video that was showing has failed.
        case lost = "layer-lost"
        /// The library has been closed.
        case closed = "layer-library-closed"
    }

    public let kind: Kind
    /// Which layer of the scene; nil where no single one is at fault.
    public let layer: LayerID?
    /// Which of its fields, such as `crop.width`; nil where it is none.
    public let field: String?
    public let message: String
    public let advice: String?

    public init(
        _ kind: Kind, layer: LayerID?, field: String? = nil, _ message: String, advice: String? = nil
    ) {
        self.kind = kind
        self.layer = layer
        self.field = field
        self.message = message
        self.advice = advice
    }

    public var code: String { kind.rawValue }
}
