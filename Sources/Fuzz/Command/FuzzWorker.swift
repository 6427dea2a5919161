import Glibc
import OnAirFuzz

/// The process that hands inputs to one target, and may die of it.
enum FuzzWorker {
    /// Memory it may have, in bytes: what an input makes a parser take beyond is a failure.
    private static let memory: UInt = 2 << 30

    /// Tries inputs from `from` on; 0 where all held.
    static func run(_ options: FuzzOptions, from: UInt64, file: String) -> Int32 {
        guard let target = options.targets.first, let current = CurrentInput(file) else { return 2 }
        // A sanitizer's shadow spans terabytes: its build has no limit.
        if addressSpace < memory {
            var limit = rlimit(rlim_cur: memory, rlim_max: memory)
            setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
        }
        var core = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &core)
        let end = options.seconds.map { now() + $0 }
        var number = from
        while number < options.inputs {
            if number % 512 == 0 {
                // A parser that never comes back is killed by its alarm.
                alarm(20)
                if let end, now() >= end { break }
            }
            let input = target.input(seed: options.seed, number: number)
            current.number = number
            current.bytes = input
            do throws(FuzzFinding) { try target.run(input) } catch {
                current.findings += 1
                let path = FuzzFiles.keep(input, of: target, in: options.crashes)
                print("\(target.name): \(error.description)\n  input \(number), kept in \(path)")
                // What is not out by now is lost where the next input kills.
                fflush(nil)
            }
            current.done += 1
            number += 1
        }
        return current.findings == 0 ? 0 : 1
    }

    /// What this process spans already, in bytes: the first number of `/proc/self/statm` (proc(5)), in pages.
    private static var addressSpace: UInt {
        let text = String(decoding: (FuzzFiles.read("/proc/self/statm") ?? []).prefix { $0 > 0x20 }, as: UTF8.self)
        return (UInt(text) ?? 0) * 4096
    }

    static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
