/// How a camera steadies its picture.
public enum VideoStabilizationMode: String, CaseIterable, Hashable, Sendable, Codable {
    case off
    case standard
    case auto
}
