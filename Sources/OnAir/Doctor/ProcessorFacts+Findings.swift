extension ProcessorFacts {
    var findings: [DoctorFinding] { [counted, limited, loaded, clocked].compactMap { $0 } }

    private var counted: DoctorFinding {
        let name = model.map { " (\($0))" } ?? ""
        let seen = "\(count) \(count == 1 ? "processor" : "processors")\(name)"
        guard count == 1 else {
            return DoctorFinding(
                "cpu-count", .processor, .good, seen: seen,
                why: "The encoder, the picture and the network each have a processor to run on.")
        }
        return DoctorFinding(
            "cpu-count", .processor, .note, seen: seen,
            why: "Picture, encoder and network share it: a moment of other work is a picture that is lost.",
            fix: "Give the machine a second processor; below stands which size fits.")
    }

    private var limited: DoctorFinding? {
        guard let quota, quota < Double(count) else { return nil }
        let seen =
            "the container may use \(FactText.number(quota, 2)) of \(count) \(count == 1 ? "processor" : "processors") (control group)"
        guard quota < 1 else {
            return DoctorFinding(
                "cpu-quota", .processor, .good, seen: seen,
                why: "A whole processor and more: nothing stands still for long. Below stands which size fits.")
        }
        return DoctorFinding(
            "cpu-quota", .processor, .note, seen: seen,
            why: "When the share of a tenth of a second is used up, everything stands still until the next: pictures"
                + " are lost although the processor is idle.",
            fix: "Raise the container's limit to at least 1 processor, such as docker run --cpus 2.")
    }

    private var loaded: DoctorFinding? {
        guard let load else { return nil }
        let seen =
            "load \(FactText.number(load, 2)) in the last minute, for"
            + " \(FactText.number(usable, 2)) \(usable == 1 ? "processor" : "processors")"
        guard load > 0.75 * usable else {
            return DoctorFinding(
                "cpu-load", .processor, .good, seen: seen, why: "Other programs leave room for the encoder.")
        }
        return DoctorFinding(
            "cpu-load", .processor, .note, seen: seen,
            why: "Other programs want the processors too; the encoder will now and then be late.",
            fix: "Stop what is not needed; `top` shows who it is.")
    }

    private var clocked: DoctorFinding? {
        guard !governors.isEmpty else { return nil }
        let driver = frequencyDriver.map { ", driver \($0)" } ?? ""
        let seen = "frequency governor \(governors.sorted().joined(separator: ", "))\(driver)"
        // These drivers let the hardware choose, under the same name.
        let isHardware =
            frequencyDriver.map { ["intel_pstate", "amd-pstate-epp", "amd_pstate_epp"].contains($0) } ?? false
        guard governors.contains("powersave"), !isHardware else {
            return DoctorFinding(
                "cpu-governor", .processor, .good, seen: seen, why: "The processors speed up when there is work.")
        }
        return DoctorFinding(
            "cpu-governor", .processor, .note, seen: seen,
            why: "Under this governor the processors stay at their lowest speed.",
            fix: "sudo cpupower frequency-set -g schedutil (or performance).")
    }
}
