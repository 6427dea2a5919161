/// One thing about this machine that helps or hinders going live.
public struct DoctorFinding: Sendable, Hashable {
    /// What it is about.
    public enum Area: String, Sendable, Hashable, CaseIterable, Codable {
        case processor, memory, encoder, camera, microphone, limits, clock, disk, network
    }

    /// How it stands.
    public enum State: String, Sendable, Hashable, CaseIterable, Codable {
        /// It helps, or does no harm.
        case good
        /// Going live works; something may be missing or go wrong.
        case note
        /// It keeps this machine from going live, or from using a device that is there.
        case problem
    }

    /// A stable name for programs, such as `cpu-quota`.
    public let code: String
    public let area: Area
    public let state: State
    /// What was found, with the numbers that were measured.
    public let seen: String
    /// Why it matters for a broadcast.
    public let why: String
    /// What to do; nil where there is nothing to do.
    public let fix: String?

    public init(_ code: String, _ area: Area, _ state: State, seen: String, why: String, fix: String? = nil) {
        (self.code, self.area, self.state) = (code, area, state)
        (self.seen, self.why, self.fix) = (seen, why, fix)
    }
}
