import Glibc
import OnAirCapture
import OnAirSystem

/// The microphones of a machine and the sound server they come from.
public struct SoundFacts: Sendable, Equatable {
    /// Where a sound server would listen.
    public struct Server: Sendable, Equatable {
        /// What was found there.
        public enum State: Sendable, Equatable { case absent, denied, present }

        /// Such as `/run/user/1000/pulse/native`.
        public var path: String
        public var state: State

        public init(path: String, state: State) { (self.path, self.state) = (path, state) }
    }

    /// Why a microphone that can be opened hears nothing.
    public struct Silence: Sendable, Equatable {
        /// The microphone's name for people.
        public var microphone: String
        /// Such as `“Mic” is switched off`.
        public var reason: String
        /// The command that ends it.
        public var command: String

        public init(microphone: String, reason: String, command: String) {
            (self.microphone, self.reason, self.command) = (microphone, reason, command)
        }
    }

    /// The sockets of PulseAudio or of PipeWire's Pulse server that were looked at.
    public var servers: [Server] = []
    /// What the environment names as the server (`PULSE_SERVER`); nil where it names none.
    public var namedServer: String?
    /// Microphones that can be chosen, the default one first; simulated ones left out.
    public var devices: [ListedDevice] = []
    /// What kept a kind of microphones from being looked for.
    public var problems: [BackendProblem] = []
    /// What the kernel shows below `/dev/snd`.
    public var nodes: [DeviceNode] = []
    /// Sound cards that are muted, whoever uses them.
    public var silences: [Silence] = []
    /// `HOME` and whose it is, where it is another user's; nil where it is this one's, or nobody's.
    public var foreignHome: String?
    /// The user this process runs as.
    public var user = "this user"

    public init() {}

    package init(reading files: SystemFiles, environment: (String) -> String?, _ catalog: CaptureDeviceCatalog) {
        let users = SystemUsers(reading: files)
        user = users.current
        foreignHome = Self.foreignHome(environment, files, users)
        namedServer = environment("PULSE_SERVER")
        servers = Self.sockets(environment).map {
            Server(path: $0, state: Self.state(of: $0, files, isNamed: namedServer != nil))
        }
        devices = ListedDevice.real(for: .audio, in: catalog)
        problems = BackendProblem.all(for: .audio, in: catalog)
        let found = DeviceNode.nodes(in: "/dev/snd", files, where: { $0.hasPrefix("pcm") && $0.hasSuffix("c") })
        let holders = found.isEmpty ? nil : DeviceHolders(reading: files, below: "/dev/snd/pcm")
        nodes = found.map { node in
            var node = node
            node.holders = holders?[node.path] ?? []
            return node
        }
        silences = ALSABackend(reading: files).silences().map {
            Silence(microphone: $0.microphone, reason: $0.reason, command: $0.command)
        }
    }

    /// Where PulseAudio's library looks (pulse-client.conf(5)): the server that is named, else this user's own.
    package static func sockets(_ environment: (String) -> String?) -> [String] {
        if let named = environment("PULSE_SERVER") {
            return named.split(separator: " ").compactMap { word in
                // `{MACHINE}unix:PATH`, `unix:PATH`, or a path alone; anything else is not on this machine.
                let address = word.hasPrefix("{") ? word.drop { $0 != "}" }.dropFirst() : word
                if address.hasPrefix("unix:") { return String(address.dropFirst(5)) }
                return address.hasPrefix("/") ? String(address) : nil
            }
        }
        if let folder = environment("PULSE_RUNTIME_PATH") { return ["\(folder)/native"] }
        let own = environment("XDG_RUNTIME_DIR").map { ["\($0)/pulse/native"] } ?? []
        return own + ["/run/pulse/native"]
    }

    private static func foreignHome(
        _ environment: (String) -> String?, _ files: SystemFiles, _ users: SystemUsers
    ) -> String? {
        guard let home = environment("HOME"), let owner = files.status(home)?.owner, owner != geteuid() else {
            return nil
        }
        return "\(home), which belongs to \(users.users[owner] ?? "user \(owner)")"
    }

    /// A folder that may not be entered does not say that a server is in it; but whoever names one does.
    private static func state(of path: String, _ files: SystemFiles, isNamed: Bool) -> Server.State {
        switch files.mayUse(path) {
        case .success: .present
        case .failure(let refusal): refusal.isMissing || files.status(path) == nil && !isNamed ? .absent : .denied
        }
    }
}
