import Glibc
import OnAirFuzz

/// Shares the inputs out among the targets and gives each a process of its own, one after another.
struct FuzzRun {
    /// A target that kills its process this often is left.
    private static let mostDeaths = 20

    let options: FuzzOptions
    let program: String

    /// True where everything held.
    func run() -> Bool {
        FuzzFiles.makeFolder(options.crashes)
        let shares = options.targets.reduce(0) { $0 + $1.share }
        var isFine = true
        var total: UInt64 = 0
        let start = FuzzWorker.now()
        for target in options.targets {
            let part = Double(target.share) / Double(max(shares, 1))
            let inputs = options.seconds == nil ? UInt64(Double(options.inputs) * part) : .max
            let outcome = run(target, inputs: max(inputs, 1), seconds: options.seconds.map { $0 * part })
            total += outcome.done
            isFine = isFine && outcome.failures == 0
        }
        let seconds = FuzzWorker.now() - start
        print("\(total) inputs in \(Int(seconds.rounded())) s: \(isFine ? "all held" : "FAILURES, see above")")
        return isFine
    }

    private func run(
        _ target: FuzzTarget, inputs: UInt64, seconds: Double?
    ) -> (done: UInt64, failures: UInt64) {
        let path = "\(options.crashes)/\(target.name).current"
        unlink(path)
        guard let current = CurrentInput(path) else {
            print("\(target.name): \(path) cannot be written")
            return (0, 1)
        }
        defer { unlink(path) }
        let start = FuzzWorker.now()
        var (from, deaths) = (0 as UInt64, 0 as UInt64)
        while deaths < Self.mostDeaths {
            let left = seconds.map { max(0.05, $0 - (FuzzWorker.now() - start)) }
            let status = spawn(target, from: from, inputs: inputs, seconds: left, file: path)
            let signal = status & 0x7F
            guard signal != 0 else { break }
            deaths += 1
            let kept = FuzzFiles.keep(current.bytes, of: target, in: options.crashes)
            print(
                "\(target.name): the process was killed by signal \(signal)\n  input \(current.number), kept in \(kept)"
            )
            from = current.number + 1
        }
        let elapsed = FuzzWorker.now() - start
        let rate = elapsed > 0 ? Double(current.done) / elapsed : 0
        let failures = deaths + current.findings
        print(
            "\(target.name): \(current.done) inputs, \(Int(rate)) a second, "
                + (failures == 0 ? "all held" : "\(failures) FAILED"))
        fflush(nil)
        return (current.done, failures)
    }

    /// The wait status of a worker.
    private func spawn(_ target: FuzzTarget, from: UInt64, inputs: UInt64, seconds: Double?, file: String) -> Int32 {
        fflush(nil)
        var words = [
            program, "--target", target.name, "--seed", "\(options.seed)", "--crashes", options.crashes,
            "--from", "\(from)", "--file", file,
        ]
        if let seconds { words += ["--seconds", "\(seconds)"] } else { words += ["--inputs", "\(inputs)"] }
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        // No report of a crash: the input is what counts.
        var environment: [UnsafeMutablePointer<CChar>?] = [strdup("SWIFT_BACKTRACE=enable=no"), nil]
        defer { for variable in environment { free(variable) } }
        var process: pid_t = 0
        guard posix_spawn(&process, "/proc/self/exe", nil, nil, &arguments, &environment) == 0 else { return 0x100 }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status
    }
}
