/// A simulated device that takes the place of a real one nobody could use: what is said about it.
public struct StandIn: Sendable, Equatable {
    public enum Kind: String, Sendable, CaseIterable { case camera, microphone }

    private let kind: Kind
    private let side: String?

    /// - Parameter side: the way it was to look, such as `back`; nil where that did not matter.
    public init(_ kind: Kind, side: String? = nil) { (self.kind, self.side) = (kind, side) }

    /// One sentence without its full stop.
    ///
    /// - Parameter reasons: what kept devices from being looked for; empty where there simply are none.
    public func words(reasons: [String]) -> String {
        let wanted = [side, kind.rawValue].compactMap { $0 }.joined(separator: " ")
        let instead = "the simulated one is \(kind == .camera ? "seen" : "heard")"
        guard !reasons.isEmpty else { return "No \(wanted) was found; \(instead)" }
        let told = reasons.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }.joined(separator: "; ")
        return "No \(wanted) could be used (\(told)); \(instead)"
    }
}
