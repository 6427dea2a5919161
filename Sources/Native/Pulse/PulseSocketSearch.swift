/// Where libpulse would find a server, in its order. A pure value of the environment.
///
/// Asked before libpulse: that makes folders and a cookie in the home of a user who has no sound server, and cannot
/// tell a server that is not there from one that this user may not open.
public struct PulseSocketSearch: Equatable, Sendable {
    /// Paths of the sockets it would try.
    public let paths: [String]
    /// Whether it has another way too, which only libpulse can follow: a network address, a setting in a file, or the
    /// properties of an X display.
    public let hasOtherWays: Bool
    /// Whether somebody has named these sockets, rather than that they are where servers usually are.
    public let isNamed: Bool

    /// - Parameters:
    ///   - address: the server to use in place of what the environment says, such as `unix:/path`.
    ///   - environment: the process's variables.
    ///   - machineID: what `/etc/machine-id` holds.
    ///   - hasSetting: whether a client.conf names a server.
    public init(
        address: String? = nil, environment: [String: String], machineID: String? = nil, hasSetting: Bool = false
    ) {
        func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        if let address = address ?? variable("PULSE_SERVER") {
            // Several with spaces between; each may be meant for one machine: `{machine}unix:/path`.
            let words = address.split(separator: " ").map { word in
                word.first == "{" ? word.drop { $0 != "}" }.dropFirst() : word
            }
            paths = words.compactMap { word in
                if word.hasPrefix("/") { return String(word) }
                return word.hasPrefix("unix:") ? String(word.dropFirst(5)) : nil
            }
            hasOtherWays = paths.count < words.count
            isNamed = true
            return
        }
        var folders: [String] = []
        if let folder = variable("PULSE_RUNTIME_PATH") {
            folders.append(folder)
        } else if let folder = variable("XDG_RUNTIME_DIR") {
            folders.append(folder + "/pulse")
        }
        if let home = variable("HOME"), let machineID {
            folders += ["\(home)/.pulse/\(machineID)-runtime", "\(home)/.config/pulse/\(machineID)-runtime"]
        }
        folders.append("/var/run/pulse")
        paths = folders.map { $0 + "/native" }
        isNamed = false
        hasOtherWays = hasSetting || variable("DISPLAY") != nil || variable("PULSE_CLIENTCONFIG") != nil
    }

    /// What is known of one socket without opening it.
    public enum Presence: Equatable, Sendable {
        case missing
        case present
        /// It is there and closed to this user.
        case closed(owner: String?)
        /// It cannot be told whether it is there: this user may not enter `folder`.
        case hidden(folder: String, owner: String?)
    }

    /// What is clear before libpulse is asked: nil where it is worth asking.
    public func verdict(user: String, presence: (String) -> Presence) -> PulseError? {
        guard !hasOtherWays else { return nil }
        var closed: (path: String, owner: String?)?
        var hidden: (folder: String, owner: String?)?
        for path in paths {
            switch presence(path) {
            case .present: return nil
            case .closed(let owner): closed = closed ?? (path, owner)
            // Whoever names a socket says that it is there.
            case .hidden(_, let owner) where isNamed: closed = closed ?? (path, owner)
            case .hidden(let folder, let owner): hidden = hidden ?? (folder, owner)
            case .missing: continue
            }
        }
        guard let closed else {
            if let hidden {
                let whose = hidden.owner.map { " It belongs to \($0)." } ?? ""
                return PulseError(
                    .noServer,
                    "No sound server is found for the user \(user), who may not look into \(hidden.folder).\(whose)",
                    advice: "Start PulseAudio or PipeWire as \(user), with HOME and XDG_RUNTIME_DIR that are that "
                        + "user's own, or name a server in PULSE_SERVER.")
            }
            return PulseError(
                .noServer, "No sound server runs for this user.",
                advice: "Start PulseAudio or PipeWire, or name a server in PULSE_SERVER.")
        }
        return Self.denied(path: closed.path, owner: closed.owner, user: user)
    }

    /// The error for a server that does not let this user in.
    static func denied(path: String?, owner: String?, user: String) -> PulseError {
        let place = path.map { "The sound server at \($0)" } ?? "The sound server"
        let whose = owner.map { ", it belongs to \($0)" } ?? ""
        let run = owner.map { "Run this as \($0)" } ?? "Run this as the user it belongs to"
        return PulseError(
            .denied, "\(place) is closed to the user \(user)\(whose).",
            advice: "\(run), or let this user in: a copy of that user's cookie named in PULSE_COOKIE, "
                + "and for a system-wide server membership in the group pulse-access.")
    }
}
