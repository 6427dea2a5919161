import Glibc

/// Looks where the search says: what this process's environment and file system hold.
enum PulseServerPlace {
    /// Why it is no use to ask libpulse for the server at `address`; nil where it is.
    static func verdict(address: String?) -> PulseError? { search(address).verdict(user: user, presence: presence) }

    /// The error for a server that was reached and did not let this user in.
    static func denied(address: String?) -> PulseError {
        let path = search(address).paths.first { path in
            switch presence(path) {
            case .present, .closed: true
            case .missing, .hidden: false
            }
        }
        return PulseSocketSearch.denied(path: path, owner: path.flatMap(owner), user: user)
    }

    private static func search(_ address: String?) -> PulseSocketSearch {
        let names = ["PULSE_SERVER", "PULSE_RUNTIME_PATH", "XDG_RUNTIME_DIR", "HOME", "DISPLAY", "PULSE_CLIENTCONFIG"]
        var environment: [String: String] = [:]
        for name in names {
            if let value = getenv(name) { environment[name] = String(cString: value) }
        }
        let home = environment["HOME"] ?? ""
        let settings = [
            "/etc/pulse/client.conf", home + "/.config/pulse/client.conf", home + "/.pulse/client.conf",
        ]
        return PulseSocketSearch(
            address: address, environment: environment, machineID: text(at: "/etc/machine-id")?.firstLine,
            hasSetting: settings.contains { text(at: $0)?.namesServer == true })
    }

    private static func presence(_ path: String) -> PulseSocketSearch.Presence {
        if access(path, R_OK | W_OK) == 0 { return .present }
        switch errno {
        case EACCES, EPERM: break
        default: return .missing
        }
        if let owner = owner(of: path) { return .closed(owner: owner) }
        // The folder that may not be entered is the nearest one that can be seen at all.
        var folder = path[...]
        while let slash = folder.lastIndex(of: "/"), slash > folder.startIndex {
            folder = folder[..<slash]
            if let owner = owner(of: String(folder)) { return .hidden(folder: String(folder), owner: owner) }
        }
        return .hidden(folder: "/", owner: owner(of: "/"))
    }

    /// Who something belongs to; nil where that cannot be seen.
    private static func owner(of path: String) -> String? {
        var status = stat()
        return stat(path, &status) == 0 ? name(of: status.st_uid) : nil
    }

    private static var user: String { name(of: geteuid()) }

    private static func name(of id: uid_t) -> String {
        var (entry, found) = (passwd(), UnsafeMutablePointer<passwd>?.none)
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer in
            guard let base = buffer.baseAddress, getpwuid_r(id, &entry, base, buffer.count, &found) == 0, found != nil
            else { return "\(id)" }
            return String(cString: entry.pw_name)
        }
    }

    /// A small file's text; nil where there is none.
    private static func text(at path: String) -> String? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        return withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { buffer in
            let count = fread(buffer.baseAddress, 1, buffer.count, file)
            return String(decoding: UnsafeRawBufferPointer(rebasing: buffer[..<count]), as: UTF8.self)
        }
    }
}

extension String {
    fileprivate var firstLine: String? { split(separator: "\n").first.map(String.init) }

    /// Whether a client.conf sets `default-server`.
    fileprivate var namesServer: Bool {
        split(separator: "\n").contains { line in line.drop { $0 == " " || $0 == "\t" }.hasPrefix("default-server") }
    }
}
