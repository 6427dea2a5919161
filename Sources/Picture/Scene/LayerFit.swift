/// How a picture fills a rectangle of another shape.
public enum LayerFit: String, Hashable, Sendable, Codable, CaseIterable {
    /// Distorted until it fits.
    case stretch
    /// The largest centred part that has the rectangle's shape.
    case fill
    /// All of it, centred, as large as fits; the rest of the rectangle shows what is below.
    case fit
}
