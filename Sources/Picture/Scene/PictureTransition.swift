import OnAirMedia

/// How one scene, or one camera, gives way to another.
public struct PictureTransition: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// At once.
        case cut
        /// Layers of the same name move, turn and fade to their new places; others fade in or out. Scenes only: between
        /// cameras it is a fade.
        case move
        /// The new one shows through more and more.
        case fade
        /// The old one blurs, the new one becomes sharp.
        case blur
        /// The new one pushes the old one out, to the left.
        case pushLeft = "push-left"
        case pushRight = "push-right"
        case pushUp = "push-up"
        case pushDown = "push-down"
        /// The old one brightens to white, and the new one comes out of it.
        case flash
    }

    public var kind: Kind
    /// How long it takes; zero or less is a cut.
    public var duration: MediaTime

    public init(_ kind: Kind, duration: MediaTime) {
        self.kind = kind
        self.duration = duration
    }

    /// At once.
    public static let cut = PictureTransition(.cut, duration: .zero)
}
