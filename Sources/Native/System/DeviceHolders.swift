/// Who has which files open, as far as this user may see it: `/proc/PID/fd` of one's own programs, of all for root.
package struct DeviceHolders {
    private var holders: [String: [String]] = [:]

    /// - Parameter prefix: only files whose path begins so.
    package init(reading files: SystemFiles, below prefix: String) {
        for process in files.names(in: "/proc") where process.allSatisfy(\.isNumber) {
            let folder = "/proc/\(process)/fd"
            let paths = Set(files.names(in: folder).compactMap { files.link("\(folder)/\($0)") })
            for path in paths where path.hasPrefix(prefix) {
                let name = files.word("/proc/\(process)/comm") ?? "process"
                holders[path, default: []].append("\(name) (\(process))")
            }
        }
    }

    package subscript(path: String) -> [String] { holders[path] ?? [] }
}
