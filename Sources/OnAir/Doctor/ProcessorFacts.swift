import OnAirSystem

/// The processors a machine gives this process.
public struct ProcessorFacts: Sendable, Equatable {
    /// How many this process may run on, after `taskset` and CPU sets.
    public var count = 1
    /// The model's name; nil where the kernel does not tell.
    public var model: String?
    /// Processors' worth of time the control group allows, such as 0.5; nil for no limit.
    public var quota: Double?
    /// Tasks that ran or wanted to, as a mean of the last minute; nil where the kernel does not tell.
    public var load: Double?
    /// The frequency governors in use; empty where the kernel does not choose the frequency, as in virtual machines.
    public var governors: Set<String> = []
    /// The frequency driver; nil where there is none.
    public var frequencyDriver: String?

    public init() {}

    /// Processors' worth of time there is.
    public var usable: Double { min(Double(count), quota ?? .infinity) }

    package init(reading files: SystemFiles) {
        count = ProcessorCount.available
        model = files.text("/proc/cpuinfo").flatMap(Self.model(in:))
        quota = ControlGroups(reading: files).processorQuota(files)
        load = files.text("/proc/loadavg").flatMap { $0.split(separator: " ").first.flatMap { Double($0) } }
        let folder = "/sys/devices/system/cpu"
        for name in files.names(in: folder) where name.hasPrefix("cpu") {
            if let governor = files.word("\(folder)/\(name)/cpufreq/scaling_governor") { governors.insert(governor) }
        }
        frequencyDriver = files.word("\(folder)/cpu0/cpufreq/scaling_driver")
    }

    /// The first `model name` of `/proc/cpuinfo`.
    static func model(in text: String) -> String? {
        for line in text.split(separator: "\n") where line.hasPrefix("model name") {
            guard let colon = line.firstIndex(of: ":") else { continue }
            return line[line.index(after: colon)...].split(separator: " ").joined(separator: " ")
        }
        return nil
    }
}
