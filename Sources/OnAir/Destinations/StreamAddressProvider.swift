/// Gives a destination its address anew for each attempt: for addresses that expire.
///
/// With a provider, a server that refuses the credentials is no end: the next attempt asks again.
public protocol StreamAddressProvider: Sendable {
    /// The address to publish to now. May take a while; a stop does not wait for it.
    ///
    /// - Parameter attempt: counts the attempts of this destination from 1.
    /// - Throws: why there is none; the attempt is lost then, and the next one asks again.
    func address(attempt: Int) async throws -> StreamAddress
}
