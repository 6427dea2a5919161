extension ClockFacts {
    var findings: [DoctorFinding] { [counter, wall].compactMap { $0 } }

    private var counter: DoctorFinding? {
        guard let source else { return nil }
        let seen = "clock source \(source)"
        guard ["hpet", "acpi_pm", "jiffies", "pit"].contains(source) else {
            return DoctorFinding(
                "clock-source", .clock, .good, seen: seen, why: "Reading the time costs next to nothing.")
        }
        return DoctorFinding(
            "clock-source", .clock, .note, seen: seen,
            why: "Each reading of the time is a slow call into the kernel, and pictures and sound are timed by it.",
            fix:
                "See whether /sys/devices/system/clocksource/clocksource0/available_clocksource offers tsc or kvm-clock."
        )
    }

    private var wall: DoctorFinding? {
        guard let isSynchronized else { return nil }
        guard !isSynchronized else {
            return DoctorFinding(
                "time-sync", .clock, .good, seen: "a time server keeps the wall clock", why: "Times in logs are right.")
        }
        return DoctorFinding(
            "time-sync", .clock, .note, seen: "no time server keeps the wall clock",
            why: "A broadcast does not need it, but times in logs may be wrong, and secure servers refuse a clock that"
                + " is far off.",
            fix: "sudo timedatectl set-ntp true (a container has its host's clock).")
    }
}
