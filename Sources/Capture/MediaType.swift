/// What a device captures, an input feeds and a connection carries.
public enum MediaType: String, CaseIterable, Hashable, Sendable, Codable {
    /// Pictures.
    case video
    /// Sound.
    case audio
}
