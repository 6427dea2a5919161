import Glibc
import OnAir
import OnAirLive
import OnAirTerminal

/// `onair`: reads the arguments, does what they say, ends with a documented exit code.
@main
enum OnAirMain {
    nonisolated static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        // Keys typed as part of an address leave the process list before anything else happens.
        ArgumentScrubber.hideKeys(count: CommandLine.argc, arguments: CommandLine.unsafeArgv)
        // A closed pipe, or a file at its size limit, is an error where it is written, not the end of the program.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        let code: ExitCode
        do throws(UsageError) {
            switch try OnAirCommand(arguments, version: StreamerKit.version) {
            case .show(let text): code = Console.answer(text, .success)
            case .devices(let options): code = DevicesCommand(options: options).run()
            case .camera(let options): code = await CameraCommand(options: options).run()
            case .doctor(let options): code = DoctorCommand(options: options).run()
            case .beauty(let options): code = try BeautyCommand(options).run()
            case .filters(let options): code = FiltersCommand(options: options).run()
            case .looks(let options): code = LooksCommand(options: options).run()
            case .live(let options): code = await LiveCommand(try LivePlan(options), options: options).run()
            }
        } catch {
            Console.write("onair: \(error)\n", to: .standardError)
            code = .usage
        }
        exit(code.rawValue)
    }
}
