/// What a tap on the picture really did to the camera.
public struct TapToFocusResult: Hashable, Sendable {
    /// What was done about focus, or about exposure.
    public enum Action: String, Hashable, Sendable {
        /// Nothing: the camera cannot do it by itself.
        case none
        /// It works for the whole picture: the camera cannot be pointed.
        case wholePicture
        /// It works for the point.
        case atPoint
    }

    /// What was done about focus.
    public let focus: Action
    /// What was done about exposure.
    public let exposure: Action

    public init(focus: Action, exposure: Action) { (self.focus, self.exposure) = (focus, exposure) }

    /// Whether the camera could do neither.
    public var isNothing: Bool { focus == .none && exposure == .none }
}
