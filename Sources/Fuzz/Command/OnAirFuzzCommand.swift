import Glibc
import OnAirFuzz

/// `onair-fuzz`: exit code 0 where everything held, 1 where something did not, 2 for words that are none.
@main struct OnAirFuzzCommand {
    nonisolated static func main() {
        guard let options = FuzzOptions(Array(CommandLine.arguments.dropFirst())) else {
            print(FuzzOptions.help)
            exit(2)
        }
        if options.isHelp {
            print(FuzzOptions.help)
        } else if options.isList {
            for target in FuzzTarget.all { print(target.name) }
        } else if let worker = options.worker {
            exit(FuzzWorker.run(options, from: worker.from, file: worker.file))
        } else if let path = options.replay {
            exit(replay(path, options.targets))
        } else {
            exit(FuzzRun(options: options, program: CommandLine.arguments.first ?? "onair-fuzz").run() ? 0 : 1)
        }
    }

    private nonisolated static func replay(_ path: String, _ targets: [FuzzTarget]) -> Int32 {
        guard let input = FuzzFiles.read(path) else {
            print("\(path) cannot be read")
            return 2
        }
        var code: Int32 = 0
        for target in targets {
            do throws(FuzzFinding) {
                try target.run(input)
                print("\(target.name): holds")
            } catch {
                print("\(target.name): \(error.description)")
                code = 1
            }
        }
        return code
    }
}
