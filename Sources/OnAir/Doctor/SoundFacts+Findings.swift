extension SoundFacts {
    var findings: [DoctorFinding] {
        [microphone] + failures + [server, hardware].compactMap { $0 } + silences.map(muted) + nodes.compactMap(held)
    }

    /// Whether a microphone can be used without a sound server.
    private var hasCards: Bool { devices.contains { $0.id.hasPrefix("alsa:") && !$0.isMonitor && $0.refusal == nil } }

    private func muted(_ silence: Silence) -> DoctorFinding {
        DoctorFinding(
            "microphone-muted", .microphone, .problem, seen: "\(silence.microphone) hears nothing: \(silence.reason)",
            why: "It can be opened, and what it gives is silence.", fix: silence.command)
    }

    /// A sound server that has a card lets everybody in; any other program keeps it for itself.
    private func held(_ node: DeviceNode) -> DoctorFinding? {
        guard node.isAllowed, !node.holders.isEmpty, hasCards else { return nil }
        return DoctorFinding(
            "microphone-held", .microphone, .note, seen: "\(node.path) is open in \(FactText.list(node.holders))",
            why: "Without a sound server a microphone gives its sound to one program at a time.",
            fix: "End that program before going live, or start a sound server.")
    }

    private var microphone: DoctorFinding {
        let usable = devices.filter { $0.refusal == nil }
        let heard = usable.filter { !$0.isMonitor }
        if let first = usable.first, heard.isEmpty {
            return DoctorFinding(
                "microphone", .microphone, .note, seen: "no microphone, only what this machine plays (\(first.name))",
                why: "A broadcast that names no microphone has the simulated one's sound.",
                fix: "Plug a microphone in, or use --mic file:PATH or --mic none.")
        }
        if let first = heard.first {
            return DoctorFinding(
                "microphone", .microphone, .good, seen: "\(FactText.list(usable.map(\.name))) can be used",
                why: "A broadcast that names no microphone takes \(first.name).")
        }
        if let denied = devices.first, let refusal = denied.refusal {
            return DoctorFinding(
                "microphone-denied", .microphone, .problem, seen: "\(denied.name): \(refusal)",
                why: devices.count == 1
                    ? "It is the only microphone, and this user may not open it."
                    : "This user may open none of the \(devices.count) microphones.",
                fix: "Do as said, or go live with --mic simulated or --mic none.")
        }
        return DoctorFinding(
            "microphone", .microphone, .note, seen: "no microphone",
            why: "A broadcast that names no microphone has the simulated one's sound.",
            fix: "Plug one in and start a sound server, or use --mic file:PATH or --mic none.")
    }

    private var failures: [DoctorFinding] {
        problems.map { problem in
            DoctorFinding(
                problem.isDenied ? "sound-server-denied" : "sound-server-failed", .microphone,
                problem.isDenied ? .problem : .note, seen: problem.message,
                why: "Its microphones cannot be listed, so none of them can be used.",
                fix: problem.advice
                    ?? "Start the sound server again: systemctl --user restart pipewire-pulse (or pulseaudio).")
        }
    }

    private var server: DoctorFinding? {
        let looked = FactText.list(servers.map(\.path))
        // The server's own answer says more.
        guard problems.isEmpty else { return nil }
        if let denied = servers.first(where: { $0.state == .denied }) {
            return DoctorFinding(
                "sound-server-denied", .microphone, .problem,
                seen: "\(user) may not open the sound server's socket \(denied.path)",
                why: "The sound server is there, and its microphones cannot be used.",
                fix: "Run onair as the user the sound server belongs to, or let \(user) into its group (pulse-access).")
        }
        if let present = servers.first(where: { $0.state == .present }) {
            return DoctorFinding(
                "sound-server", .microphone, .good, seen: "a sound server's socket at \(present.path)",
                why: "Microphones come from PulseAudio, or from PipeWire's server of that kind.")
        }
        guard !servers.isEmpty else { return nil }
        if hasCards {
            return DoctorFinding(
                "sound-server", .microphone, .good, seen: "no sound server at \(looked)",
                why: "None is needed: microphones come from the sound cards themselves (ALSA).")
        }
        return DoctorFinding(
            "sound-server", .microphone, .note,
            seen: "no sound server at \(looked)" + (foreignHome.map { "; HOME is \($0)" } ?? ""),
            why: "Microphones come from PulseAudio, or from PipeWire's server of that kind.",
            fix: (foreignHome == nil ? "" : "Set HOME and XDG_RUNTIME_DIR to \(user)'s own folders. ")
                + "Start one (pulseaudio --start, or systemctl --user start pipewire-pulse), or set PULSE_SERVER.")
    }

    private var hardware: DoctorFinding? {
        let denied = nodes.filter { !$0.isAllowed }
        if let first = denied.first {
            // A sound server usually has the hardware, and lets its users in.
            let isServed = devices.contains { !$0.id.hasPrefix("alsa:") }
            let state: DoctorFinding.State = isServed ? .good : .problem
            return DoctorFinding(
                "sound-hardware", .microphone, state,
                seen: "\(user) may not open \(FactText.list(denied.map(\.path)))",
                why: state == .good
                    ? "The sound server has them, and that is enough." : "A microphone is there and cannot be used.",
                fix: state == .good ? nil : first.admission(for: user))
        }
        guard !nodes.isEmpty else { return nil }
        return DoctorFinding(
            "sound-hardware", .microphone, .good, seen: "\(FactText.list(nodes.map(\.path))) can be opened",
            why: "There is sound hardware that records.")
    }
}
