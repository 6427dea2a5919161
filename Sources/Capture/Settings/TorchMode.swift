/// What a camera's lamp does.
public enum TorchMode: String, CaseIterable, Hashable, Sendable, Codable {
    case off
    case on
    /// Lights when it is dark.
    case auto
}
