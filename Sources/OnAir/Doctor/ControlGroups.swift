/// The control groups a process is in (cgroups(7)), version 1 or 2, and the limits they set.
package struct ControlGroups: Sendable, Equatable {
    /// The path of the version 2 group; nil where there is none.
    package let unified: String?
    /// The paths of version 1 groups by controller.
    package let controllers: [String: String]

    package init(reading files: SystemFiles) { self.init(text: files.text("/proc/self/cgroup") ?? "") }

    /// Reads the text of `/proc/self/cgroup`: lines of `ID:CONTROLLERS:PATH`.
    package init(text: String) {
        var unified: String?
        var controllers: [String: String] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 3 else { continue }
            if parts[1].isEmpty { unified = parts[2] }
            for name in parts[1].split(separator: ",") { controllers[String(name)] = parts[2] }
        }
        (self.unified, self.controllers) = (unified, controllers)
    }

    /// Processors' worth of time allowed by the group or one it is in; nil for no limit.
    package func processorQuota(_ files: SystemFiles) -> Double? {
        let unified = folders("/sys/fs/cgroup", unified).compactMap {
            files.text("\($0)/cpu.max").flatMap(Self.quota(inMaximum:))
        }
        let older = ["cpu,cpuacct", "cpu"].flatMap { folders("/sys/fs/cgroup/\($0)", controllers["cpu"]) }
            .compactMap { folder -> Double? in
                guard let quota = files.word("\(folder)/cpu.cfs_quota_us"),
                    let period = files.word("\(folder)/cpu.cfs_period_us")
                else { return nil }
                return Self.quota(inMaximum: "\(quota) \(period)")
            }
        return (unified + older).min()
    }

    /// Bytes of memory the group or one it is in may hold; nil for no limit.
    package func memoryLimit(_ files: SystemFiles) -> Int64? {
        let unified = folders("/sys/fs/cgroup", unified).compactMap { files.word("\($0)/memory.max") }
        let older = folders("/sys/fs/cgroup/memory", controllers["memory"])
            .compactMap { files.word("\($0)/memory.limit_in_bytes") }
        // Version 1 says "none" with the largest number of pages there can be.
        return (unified + older).compactMap { Int64($0) }.filter { $0 > 0 && $0 < 1 << 60 }.min()
    }

    /// `cpu.max`: `QUOTA PERIOD` in microseconds, where the quota is `max`, or -1 in version 1, for none.
    package static func quota(inMaximum text: String) -> Double? {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard words.count == 2, let quota = Double(words[0]), let period = Double(words[1]), quota > 0, period > 0
        else { return nil }
        return quota / period
    }

    /// The folder of a group and of every group it is in. In a container with a view of its own, the path may not be
    /// there: the root of the view then is the group.
    private func folders(_ mount: String, _ path: String?) -> [String] {
        guard let path else { return [] }
        var folder = mount
        var folders = [mount]
        for name in path.split(separator: "/") where name != ".." {
            folder += "/\(name)"
            folders.append(folder)
        }
        return folders
    }
}
