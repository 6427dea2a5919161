import Glibc

/// The names of users and groups, from `/etc/passwd` and `/etc/group`.
package struct SystemUsers: Sendable, Equatable {
    package let users: [UInt32: String]
    package let groups: [UInt32: String]

    package init(reading files: SystemFiles) {
        users = Self.names(in: files.text("/etc/passwd") ?? "")
        groups = Self.names(in: files.text("/etc/group") ?? "")
    }

    /// Lines of `NAME:PASSWORD:NUMBER:…` (passwd(5), group(5)).
    package static func names(in text: String) -> [UInt32: String] {
        var names: [UInt32: String] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: ":", omittingEmptySubsequences: false)
            if parts.count > 2, let number = UInt32(parts[2]), names[number] == nil { names[number] = String(parts[0]) }
        }
        return names
    }

    /// The user this process runs as: its name, or its number where it has none.
    package var current: String {
        let number = geteuid()
        return users[number] ?? "user \(number)"
    }
}
