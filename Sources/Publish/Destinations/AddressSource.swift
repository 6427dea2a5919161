/// Where a destination's address comes from.
public enum AddressSource: Sendable {
    /// Takes the answer; called once, on any thread.
    public typealias Answer = @Sendable (Result<RTMPAddress, DestinationError>) -> Void

    /// The same one for every attempt.
    case fixed(RTMPAddress)
    /// Asked for before each attempt, since it expires.
    case asked(@Sendable (_ attempt: Int, _ answer: @escaping Answer) -> Void)
}
