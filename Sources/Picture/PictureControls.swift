import OnAirMedia

/// What may be changed about the camera's picture while it is live. Any thread sets; the picture stage looks once per
/// tick, so the newest setting wins and lands on one picture.
public final class PictureControls: Sendable {
    /// The settings a picture is made with.
    public struct Values: Equatable, Sendable {
        /// How pictures are turned once they stand as their camera says.
        public var orientation: ImageOrientation
        /// Left and right exchanged for the viewer, after turning.
        public var isMirrored: Bool

        public init(orientation: ImageOrientation = .up, isMirrored: Bool = false) {
            self.orientation = orientation
            self.isMirrored = isMirrored
        }
    }

    private let current: Lock<Values>

    public init(_ values: Values = Values()) { current = Lock(values) }

    /// What applies from the next tick.
    public var values: Values { current.withLock { $0 } }

    /// Changes settings; all changes of one call land on the same picture.
    public func set(_ change: (inout Values) -> Void) { current.withLock { change(&$0) } }
}
