import OnAirPublish

/// Puts a destination's questions for its address to whoever knows it. One question at a time: the one before is given up,
/// and the last one with the destination.
final class AddressAsker: Sendable {
    private let provider: any StreamAddressProvider
    private let name: String
    private let asking = Lock<Task<Void, Never>?>(nil)

    /// - Parameter name: what the destination is called in errors.
    init(_ provider: any StreamAddressProvider, name: String) {
        self.provider = provider
        self.name = name
    }

    deinit { asking.withLock { $0?.cancel() } }

    func ask(attempt: Int, answer: @escaping AddressSource.Answer) {
        let (provider, name) = (provider, name)
        // One for each attempt, not for each packet: the stage that asks cannot wait, and the provider may.
        let task = Task {
            do {
                answer(.success(try await provider.address(attempt: attempt).rtmp))
            } catch {
                answer(.failure(Self.failure(error, name)))
            }
        }
        let before = asking.withLock { asking in
            defer { asking = task }
            return asking
        }
        before?.cancel()
    }

    /// What a stranger's error says may hold a secret, such as the address it asked: only its type is told.
    private static func failure(_ error: any Error, _ name: String) -> DestinationError {
        let reason = (error as? any OnAirError)?.message ?? "\(type(of: error))"
        return DestinationError(
            .addressMissing, name, "The address was asked for and not given: \(reason)",
            advice: "Check the service that gives the address.")
    }
}
