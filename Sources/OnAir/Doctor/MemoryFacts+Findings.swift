extension MemoryFacts {
    /// What a 1080p broadcast takes at the most, with room to spare.
    static let comfortable: Int64 = 400_000_000
    /// What the smallest broadcast takes.
    static let least: Int64 = 100_000_000

    var findings: [DoctorFinding] {
        guard let usable else { return [] }
        let bound = limit.map { ", limit of the control group \(FactText.bytes($0))" } ?? ""
        let all = total.map { " of \(FactText.bytes($0))" } ?? ""
        let seen = "\(FactText.bytes(available ?? usable))\(all) available\(bound)"
        let why = "Pictures and queues take 50 to 400 MB, by size; a machine without memory ends programs."
        let fix = "Close other programs, or raise the container's limit."
        switch usable {
        case ..<Self.least: return [DoctorFinding("memory", .memory, .problem, seen: seen, why: why, fix: fix)]
        case ..<Self.comfortable: return [DoctorFinding("memory", .memory, .note, seen: seen, why: why, fix: fix)]
        default: return [DoctorFinding("memory", .memory, .good, seen: seen, why: "That is enough for 1080p.")]
        }
    }
}
