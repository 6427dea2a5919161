/// Whether and how the program's bitrate follows the network of the leading output.
public enum RateAdaptation: String, Sendable, CaseIterable, Codable {
    /// Down at once, up again within some seconds.
    case normal
    /// Down further, up more slowly.
    case conservative
    /// It stays; pictures are dropped where the network is too slow.
    case off
}
