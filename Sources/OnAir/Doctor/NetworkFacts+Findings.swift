extension NetworkFacts {
    var findings: [DoctorFinding] { isKnown ? [route, names] : [] }

    private var route: DoctorFinding {
        guard defaultRoutes.isEmpty else {
            return DoctorFinding(
                "route", .network, .good, seen: "a default route through \(FactText.list(defaultRoutes))",
                why: "Servers elsewhere have a way to be reached; none was tried.")
        }
        return DoctorFinding(
            "route", .network, .note, seen: "no default route",
            why: "Only this machine and its own network can be reached; recordings work.",
            fix: "Connect to a network (ip route shows what there is).")
    }

    private var names: DoctorFinding {
        guard nameServers.isEmpty else {
            return DoctorFinding(
                "resolver", .network, .good, seen: "name server \(FactText.list(nameServers))",
                why: "Servers can be given by name.")
        }
        return DoctorFinding(
            "resolver", .network, .note, seen: "no name server in /etc/resolv.conf",
            why: "Servers can be given by number only.", fix: "Add a line such as: nameserver 192.0.2.1")
    }
}
