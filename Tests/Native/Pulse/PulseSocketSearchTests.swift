import OnAirPulse
import Testing

/// The order is that of libpulse's manual page pulse-client.conf(5) and of its runtime folders.
@Suite("PulseSocketSearch")
struct PulseSocketSearchTests {
    @Test("PULSE_SERVER decides alone, and may name several servers and machines")
    func variable() {
        let search = PulseSocketSearch(environment: [
            "PULSE_SERVER": "{a1b2}unix:/run/a /run/b", "XDG_RUNTIME_DIR": "/run/user/7",
        ])
        #expect(search.paths == ["/run/a", "/run/b"])
        #expect(!search.hasOtherWays)
    }

    @Test("A server on the network is for libpulse to find", arguments: ["tcp:host", "host", "/run/a tcp6:host:4713"])
    func network(address: String) {
        #expect(PulseSocketSearch(environment: ["PULSE_SERVER": address]).hasOtherWays)
        #expect(PulseSocketSearch(address: address, environment: [:]).hasOtherWays)
    }

    @Test("Without it the user's socket comes first, then the system's")
    func folders() {
        let user = PulseSocketSearch(
            environment: ["XDG_RUNTIME_DIR": "/run/user/7", "HOME": "/home/ann"], machineID: "f00d")
        #expect(user.paths.first == "/run/user/7/pulse/native")
        #expect(user.paths.contains("/home/ann/.config/pulse/f00d-runtime/native"))
        #expect(user.paths.last == "/var/run/pulse/native")
        let placed = PulseSocketSearch(environment: ["PULSE_RUNTIME_PATH": "/p", "XDG_RUNTIME_DIR": "/run/user/7"])
        #expect(placed.paths == ["/p/native", "/var/run/pulse/native"])
        // An empty variable is none.
        #expect(PulseSocketSearch(environment: ["PULSE_SERVER": ""]).paths == ["/var/run/pulse/native"])
    }

    @Test("Where nothing is, no server runs: known without asking")
    func missing() {
        let search = PulseSocketSearch(environment: ["XDG_RUNTIME_DIR": "/run/user/7"])
        #expect(search.verdict(user: "ann") { _ in .missing }?.kind == .noServer)
        #expect(search.verdict(user: "ann") { $0 == "/var/run/pulse/native" ? .present : .missing } == nil)
        let other = PulseSocketSearch(environment: ["DISPLAY": ":0"])
        #expect(other.verdict(user: "ann") { _ in .missing } == nil)
        let setting = PulseSocketSearch(environment: [:], hasSetting: true)
        #expect(setting.verdict(user: "ann") { _ in .missing } == nil)
    }

    @Test("A folder that may not be entered does not say that a server is there; but whoever names one does")
    func hidden() throws {
        let search = PulseSocketSearch(environment: ["HOME": "/root"], machineID: "f00d")
        let error = try #require(
            search.verdict(user: "bob") { path in
                path.hasPrefix("/root") ? .hidden(folder: "/root", owner: "ann") : .missing
            })
        #expect(error.kind == .noServer)
        #expect(error.message.contains("/root") && error.message.contains("bob") && error.message.contains("ann"))
        #expect(error.advice?.contains("HOME") == true)
        // One that is seen counts.
        #expect(
            search.verdict(user: "bob") { path in
                path.hasPrefix("/root") ? .hidden(folder: "/root", owner: "ann") : .closed(owner: "eve")
            }?.kind == .denied)
        let named = PulseSocketSearch(environment: ["PULSE_SERVER": "unix:/root/s"])
        #expect(named.verdict(user: "bob") { _ in .hidden(folder: "/root", owner: "ann") }?.kind == .denied)
    }

    @Test("A socket that is closed to this user says which, whose it is and what to do")
    func denied() throws {
        let search = PulseSocketSearch(environment: ["PULSE_SERVER": "unix:/run/user/7/pulse/native"])
        let error = try #require(search.verdict(user: "bob") { _ in .closed(owner: "ann") })
        #expect(error.kind == .denied)
        #expect(error.message.contains("/run/user/7/pulse/native"))
        #expect(error.message.contains("bob") && error.message.contains("ann"))
        #expect(error.advice?.contains("ann") == true && error.advice?.contains("PULSE_COOKIE") == true)
    }
}
