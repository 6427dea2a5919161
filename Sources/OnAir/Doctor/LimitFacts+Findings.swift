extension LimitFacts {
    var findings: [DoctorFinding] { [files, priority] }

    private var files: DoctorFinding {
        let seen = openFiles.map { "\($0) open files allowed" } ?? "any number of open files allowed"
        let why = "A broadcast opens about 40, and one more for each destination and recording."
        guard let openFiles, openFiles < 256 else {
            return DoctorFinding("open-files", .limits, .good, seen: seen, why: why)
        }
        return DoctorFinding(
            "open-files", .limits, openFiles < 64 ? .problem : .note, seen: seen, why: why, fix: "ulimit -n 1024")
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
