import Glibc
import OnAirMedia

/// What this process has used so far.
public struct ProcessUsage: Sendable, Equatable {
    /// Time its threads spent on processors, in user and kernel mode.
    public let processorTime: MediaTime
    /// The most memory it ever held in RAM, in bytes (VmHWM); nil where `/proc` is not mounted.
    public let peakMemory: Int?

    /// Reads it now.
    public static func current() -> ProcessUsage {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        let nanoseconds = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        return ProcessUsage(processorTime: .nanoseconds(nanoseconds), peakMemory: readPeakMemory())
    }

    private static func readPeakMemory() -> Int? {
        guard let descriptor = try? SystemCall.openForReading("/proc/self/status") else { return nil }
        defer { try? SystemCall.close(descriptor) }
        var text = [UInt8](repeating: 0, count: 4096)
        guard let count = try? text.withUnsafeMutableBytes({ try SystemCall.read(descriptor, into: $0) }) else {
            return nil
        }
        return peakMemory(inStatus: String(decoding: text.prefix(count), as: UTF8.self))
    }

    /// The figure in the text of `/proc/self/status` (proc(5)): `VmHWM:     1234 kB`.
    static func peakMemory(inStatus text: String) -> Int? {
        for line in text.split(separator: "\n") where line.hasPrefix("VmHWM:") {
            let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
            guard words.count == 3, words[2] == "kB" else { return nil }
            return Int(words[1]).map { $0 * 1024 }
        }
        return nil
    }
}
