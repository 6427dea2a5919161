import Dispatch
import Glibc
import OnAirLive
import OnAirMedia
import OnAirSystem
import OnAirTerminal

/// `onair beauty`: a still picture or a clip in, a treated one out.
struct BeautyCommand {
    private let options: BeautyOptions
    private let plan: BeautyPlan

    /// - Throws: `UsageError` for filters there are not, and where OUT is IN.
    init(_ options: BeautyOptions) throws(UsageError) {
        self.options = options
        plan = try BeautyPlan(options)
        guard !Self.isSame(options.input, options.output) else {
            throw UsageError(
                .badValue, "OUT is IN: what is treated is never replaced.", advice: "Give OUT another name.")
        }
    }

    func run() -> ExitCode {
        let stop = Lock(false)
        // What nohup and a shell without job control have it ignore stays ignored.
        let heard = [SIGTERM] + [SIGINT, SIGHUP].filter { !LiveSignals.isIgnored($0) }
        let signals = heard.map { number in LiveSignals.source(number) { stop.withLock { $0 = true } } }
        defer { for source in signals { source.cancel() } }
        do {
            try treat { stop.withLock { $0 } }
            return .success
        } catch {
            switch BeautyFailure(error) {
            case .interrupted: return .interrupted
            case .failed(let code, let error):
                Console.write("onair: \(error)\n", to: .standardError)
                return code
            }
        }
    }

    private func treat(isStopped: () -> Bool) throws {
        switch options.kind {
        case .picture:
            try PictureTreatment(options: options, steps: plan.steps).run(into: try newFile())
        case .clip:
            try ClipTreatment(options: options, steps: plan.steps).run(into: try newFile(), isStopped: isStopped)
        }
    }

    private func newFile() throws(BeautyFailure) -> NewFile {
        do throws(SystemError) {
            return try NewFile(options.output)
        } catch {
            throw .failed(.recordingRefused, error)
        }
    }

    /// Whether both names lead to one file.
    private static func isSame(_ first: String, _ second: String) -> Bool {
        var (left, right) = (stat(), stat())
        guard stat(first, &left) == 0, stat(second, &right) == 0 else { return first == second }
        return left.st_dev == right.st_dev && left.st_ino == right.st_ino
    }
}
