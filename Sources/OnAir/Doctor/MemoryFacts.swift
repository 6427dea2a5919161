/// The memory of a machine.
public struct MemoryFacts: Sendable, Equatable {
    /// Bytes the machine has; nil where the kernel does not tell.
    public var total: Int64?
    /// Bytes that programs can still get; nil where the kernel does not tell.
    public var available: Int64?
    /// Bytes the control group allows; nil for no limit.
    public var limit: Int64?

    public init() {}

    /// Bytes a broadcast can get.
    public var usable: Int64? {
        switch (available, limit) {
        case (let available?, let limit?): min(available, limit)
        default: available ?? limit
        }
    }

    package init(reading files: SystemFiles) {
        if let text = files.text("/proc/meminfo") {
            total = Self.bytes("MemTotal", in: text)
            available = Self.bytes("MemAvailable", in: text)
        }
        limit = ControlGroups(reading: files).memoryLimit(files)
    }

    /// A line of `/proc/meminfo` (proc(5)): `MemTotal:  1234 kB`.
    package static func bytes(_ name: String, in text: String) -> Int64? {
        for line in text.split(separator: "\n") where line.hasPrefix("\(name):") {
            let words = line.split(separator: " ")
            guard words.count == 3, words[2] == "kB", let count = Int64(words[1]), count >= 0, count < 1 << 50 else {
                return nil
            }
            return count * 1024
        }
        return nil
    }
}
