/// How a camera balances white.
public enum WhiteBalanceMode: String, CaseIterable, Hashable, Sendable, Codable {
    /// The temperature stays as it is, or is the one that is set.
    case locked
    /// Balances once, then locks.
    case autoWhiteBalance
    /// Balances whenever the light asks for it.
    case continuousAutoWhiteBalance
}
