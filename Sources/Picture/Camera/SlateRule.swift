import OnAirMedia

/// When the slate stands in for the camera: after two seconds without a picture, until there is one. A pure value.
package struct SlateRule: Equatable, Sendable {
    /// How long a camera may be silent.
    package static let patience = MediaTime(value: 2, timescale: 1)
    private var lastPicture: MediaTime?

    package init() {}

    /// A picture of the camera has come for the program time `time`.
    package mutating func pictureCame(at time: MediaTime) { lastPicture = time }

    /// Whether the slate is due at `time`; never before the first picture.
    package func isDue(at time: MediaTime) -> Bool {
        guard let lastPicture else { return false }
        return time - lastPicture >= Self.patience
    }
}
