/// How a camera exposes.
public enum ExposureMode: String, CaseIterable, Hashable, Sendable, Codable {
    /// Exposure time and gain stay as they are.
    case locked
    /// Exposes once, then locks.
    case autoExpose
    /// Exposes whenever the picture asks for it.
    case continuousAutoExposure
    /// Exposure time and gain are those that are set.
    case custom
}
