extension CameraFacts {
    var findings: [DoctorFinding] {
        failures + [chosen] + nodes.filter { !$0.isAllowed }.map(denied)
            + nodes.filter { $0.isAllowed && !$0.holders.isEmpty }.map(held)
    }

    private var failures: [DoctorFinding] {
        problems.map { problem in
            DoctorFinding(
                "camera-backend", .camera, problem.isDenied ? .problem : .note,
                seen: "\(problem.backend): \(problem.message)",
                why: "Cameras of this kind cannot be listed, so none of them can be used.", fix: problem.advice)
        }
    }

    /// What a broadcast that names no camera would see.
    private var chosen: DoctorFinding {
        let usable = devices.filter { $0.refusal == nil }
        if let first = usable.first {
            return DoctorFinding(
                "camera", .camera, .good, seen: "\(FactText.list(usable.map(\.name))) can be used",
                why: "A broadcast that names no camera takes \(first.name).")
        }
        if let denied = devices.first, let refusal = denied.refusal {
            return DoctorFinding(
                "camera-denied", .camera, .problem, seen: "\(denied.name): \(refusal)",
                why: "It is the only camera, and this user may not open it.",
                fix: "Do as said, or go live with --camera simulated.")
        }
        guard nodes.isEmpty else {
            let open = nodes.filter(\.isAllowed)
            guard open.isEmpty else {
                return DoctorFinding(
                    "camera-unused", .camera, .note,
                    seen: "\(FactText.list(open.map(Self.words))) can be opened, but webcams are not supported yet",
                    why: "A broadcast that names no camera shows the simulated one.",
                    fix: "Go live with --camera simulated or --camera file:PATH.")
            }
            return DoctorFinding(
                "camera", .camera, .note,
                seen: "there are camera nodes, \(user) may open none of them, and webcams are not supported yet",
                why: "A broadcast that names no camera shows the simulated one.",
                fix: "Go live with --camera simulated or --camera file:PATH.")
        }
        return DoctorFinding(
            "camera", .camera, .note, seen: "no camera: no /dev/video*, and webcams are not supported yet",
            why: "A broadcast that names no camera shows the simulated one.",
            fix: "Go live with --camera simulated or --camera file:PATH.")
    }

    private func denied(_ node: DeviceNode) -> DoctorFinding {
        // Being let in helps only where there is something that can use the node.
        let isUseful = !devices.isEmpty
        return DoctorFinding(
            "camera-node-denied", .camera, isUseful ? .problem : .note,
            seen: "\(user) may not open \(Self.words(node))",
            why: isUseful ? "The camera is there and cannot be used." : "Webcams are not supported yet in any case.",
            fix: isUseful ? node.admission(for: user) : "Nothing needs to be done.")
    }

    private func held(_ node: DeviceNode) -> DoctorFinding {
        DoctorFinding(
            "camera-held", .camera, .note,
            seen: "\(Self.words(node)) is open in \(FactText.list(node.holders))",
            why: "Most cameras give pictures to one program at a time.", fix: "End that program before going live.")
    }

    private static func words(_ node: DeviceNode) -> String { node.name.map { "\(node.path) (\($0))" } ?? node.path }
}

extension DeviceNode {
    /// How `user` gets to use the node.
    func admission(for user: String) -> String {
        guard let group else { return "Give this user the right to read and write \(path) (a udev rule), or use sudo." }
        return "sudo usermod -aG \(group) \(user), then log in again (a container needs --group-add \(group))."
    }
}
