extension CameraFacts {
    var findings: [DoctorFinding] {
        failures + [chosen] + silent + driverless + crowded + nodes.filter { !$0.isAllowed }.map(denied)
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
                why: devices.count == 1
                    ? "It is the only camera, and this user may not open it."
                    : "This user may open none of the \(devices.count) cameras.",
                fix: "Do as said, or go live with --camera simulated.")
        }
        let instead = "or go live with --camera simulated or --camera file:PATH."
        let why = "A broadcast that names no camera shows the simulated one."
        guard nodes.isEmpty else {
            let open = nodes.filter(\.isAllowed)
            guard open.isEmpty else {
                return DoctorFinding(
                    "camera-unused", .camera, .note,
                    seen: "\(FactText.list(open.map(Self.words))) can be opened, but none of them gives pictures",
                    why: why, fix: "Connect a camera, \(instead)")
            }
            return DoctorFinding(
                "camera", .camera, .note, seen: "there are camera nodes, and \(user) may open none of them", why: why,
                fix: "Let this user in as said below, \(instead)")
        }
        return DoctorFinding(
            "camera", .camera, .note, seen: "no camera: no /dev/video*", why: why,
            fix: "Connect one (a container needs --device /dev/video0), \(instead)")
    }

    /// Capture cards with nothing to capture.
    private var silent: [DoctorFinding] {
        devices.compactMap { device in
            device.signalProblem.map { problem in
                DoctorFinding(
                    "camera-signal", .camera, .note, seen: problem,
                    why: "It can be opened and chosen, and shows no picture until there is a signal.",
                    fix: "Check the cable and switch on what feeds it, or choose another camera with --camera ID.")
            }
        }
    }

    /// Cameras that are plugged in and that no driver has.
    private var driverless: [DoctorFinding] {
        usb.filter { !$0.hasDriver }.map { camera in
            DoctorFinding(
                "camera-driver", .camera, .problem,
                seen: "\(camera.name ?? "a USB camera") is plugged in, and no driver has it",
                why: "Without a driver there is no /dev/video* for it.",
                fix: "sudo modprobe uvcvideo; where that is missing, install the kernel's extra modules.")
        }
    }

    /// Cameras that share what one USB 2 bus carries.
    private var crowded: [DoctorFinding] {
        let slow = usb.filter { $0.bus != nil && ($0.speed ?? .max) <= 480 }
        return Dictionary(grouping: slow, by: \.bus).values.filter { $0.count > 1 }.map { cameras in
            DoctorFinding(
                "camera-bandwidth", .camera, .note,
                seen: "\(FactText.list(cameras.map { $0.name ?? "a camera" }.sorted())) share one USB 2 bus",
                why:
                    "A USB 2 bus carries one camera's large pictures; the second may not start (No space left on device).",
                fix: "Plug them into ports of different buses, or use smaller pictures.")
        }.sorted { $0.seen < $1.seen }
    }

    private func denied(_ node: DeviceNode) -> DoctorFinding {
        // A node may be no camera's pictures. Of a camera that is listed its own refusal is told.
        let isInTheWay = devices.isEmpty
        return DoctorFinding(
            "camera-node-denied", .camera, isInTheWay ? .problem : .note,
            seen: "\(user) may not open \(Self.words(node))",
            why: isInTheWay ? "The camera is there and cannot be used." : "What is behind it cannot be used.",
            fix: node.admission(for: user))
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
