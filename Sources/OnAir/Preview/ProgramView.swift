/// Which of the two pictures of a broadcast is meant.
public enum ProgramView: String, Hashable, Sendable, CaseIterable {
    /// What viewers get.
    case stream
    /// What those see who run the broadcast: all of the canvas, mirrored and turned as they like it.
    case preview
}
