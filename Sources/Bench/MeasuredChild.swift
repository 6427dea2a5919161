import Glibc

/// A child process and what it cost: CPU time and peak memory as the kernel counted them.
struct MeasuredChild {
    /// What the kernel says of a child that has ended.
    struct Usage {
        /// Exit status, or 128 + signal number.
        var status: Int32
        /// User plus system time in seconds.
        var cpuSeconds: Double
        /// Largest resident set in bytes (`ru_maxrss`, the VmHWM of `/proc`).
        var peakBytes: Int64
        /// Seconds from start to end.
        var wallSeconds: Double
    }

    let pid: pid_t
    private let started = MeasuredChild.seconds()

    /// Starts `arguments` (searched in PATH) with output and errors going to `log`, and input from /dev/null.
    init(_ arguments: [String], log: String, environment extra: [String: String] = [:]) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        // A thread of a pool blocks signals; the child is to be ended by one.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var variables: [String] = []
        var entry = environ
        while let variable = entry.pointee {
            variables.append(String(cString: variable))
            entry += 1
        }
        variables.removeAll { variable in extra.keys.contains { variable.hasPrefix("\($0)=") } }
        variables += extra.map { "\($0.key)=\($0.value)" }
        let argv = arguments.map { strdup($0) } + [nil]
        let envp = variables.map { strdup($0) } + [nil]
        defer {
            for pointer in argv { free(pointer) }
            for pointer in envp { free(pointer) }
        }
        var pid = pid_t()
        let result = posix_spawnp(&pid, arguments[0], &actions, &attributes, argv, envp)
        guard result == 0 else {
            throw BenchError("\(arguments[0]) could not be started: \(String(cString: strerror(result)))")
        }
        self.pid = pid
    }

    /// Waits for the end.
    func wait() -> Usage {
        var status: Int32 = 0
        var usage = rusage()
        while wait4(pid, &status, 0, &usage) < 0 && errno == EINTR {}
        let cpu = [usage.ru_utime, usage.ru_stime].map { Double($0.tv_sec) + Double($0.tv_usec) / 1e6 }
        let signal = status & 0x7f
        return Usage(
            status: signal == 0 ? (status >> 8) & 0xff : 128 + signal,
            cpuSeconds: cpu[0] + cpu[1], peakBytes: Int64(usage.ru_maxrss) * 1024,
            wallSeconds: Self.seconds() - started)
    }

    /// Asks the child to end, as ctrl-C would.
    func interrupt() { kill(pid, SIGINT) }

    private static func seconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// Why a measurement could not be made.
struct BenchError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
