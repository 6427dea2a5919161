extension DiskFacts {
    /// Hours of recording at the default bitrates that fit into `bytes`.
    package static func hours(in bytes: Int64) -> Double {
        let configuration = BroadcastConfiguration()
        let bits = configuration.video.bitrate + configuration.audio.bitrate
        // The file's own share: a tag for each packet.
        return Double(bytes) * 8 / (Double(bits) * 1.02) / 3600
    }

    var findings: [DoctorFinding] {
        guard isWritable else {
            return [
                DoctorFinding(
                    "disk", .disk, .note, seen: "not writable: no files can be made in \(folder)",
                    why: "A broadcast can go out, but not be recorded here.", fix: "Record to another folder.")
            ]
        }
        guard let free else { return [] }
        let hours = Self.hours(in: free)
        let seen =
            "\(FactText.bytes(free)) free in \(folder): \(FactText.number(hours, hours < 10 ? 1 : 0)) hours of recording"
            + " at the default bitrate"
        let why = "A recording ends when the disk is full; what is sent is not touched by it."
        guard hours < 4 else { return [DoctorFinding("disk", .disk, .good, seen: seen, why: why)] }
        return [
            DoctorFinding(
                "disk", .disk, .note, seen: seen, why: why, fix: "Make room, or record to another disk.")
        ]
    }
}
