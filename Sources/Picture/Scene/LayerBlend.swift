/// How a layer is laid onto what is below.
public enum LayerBlend: String, Hashable, Sendable, Codable, CaseIterable {
    /// Over it, by its opacity.
    case normal
    /// Its light added to it: for glows and flares on black.
    case add
}
