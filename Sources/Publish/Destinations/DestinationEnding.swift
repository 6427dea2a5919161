/// Why a destination ended.
public enum DestinationEnding: Sendable, Equatable {
    /// It was asked to stop.
    case stopped
    /// The program ended.
    case finished
    /// Something failed.
    case failed(DestinationError)
}
