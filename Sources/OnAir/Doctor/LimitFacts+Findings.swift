extension LimitFacts {
    var findings: [DoctorFinding] { [files, priority] }

    /// Files that a broadcast has open at the most, with one destination and one recording: counted, and a few for what
    /// is open for a moment.
    static let needed: Int64 = 28

    private var files: DoctorFinding {
        let seen = openFiles.map { "\($0) open files allowed" } ?? "any number of open files allowed"
        let why = "A broadcast opens about \(Self.needed), and one more for each further destination and recording."
        guard let openFiles, openFiles < 2 * Self.needed else {
            return DoctorFinding("open-files", .limits, .good, seen: seen, why: why)
        }
        return DoctorFinding(
            "open-files", .limits, openFiles < Self.needed ? .problem : .note, seen: seen, why: why,
            fix: "ulimit -n 1024")
    }

    private var priority: DoctorFinding {
        guard realTimePriority > 0 else {
            return DoctorFinding(
                "real-time", .limits, .good, seen: "no real-time priority allowed",
                why: "OnAir runs without it; a sound server on a busy machine runs better with it (rtkit).")
        }
        return DoctorFinding(
            "real-time", .limits, .good, seen: "real-time priority up to \(realTimePriority) allowed",
            why: "OnAir runs without it; the sound server may use it.")
    }
}
