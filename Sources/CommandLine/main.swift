import Glibc
import OnAirTerminal

let arguments = Array(CommandLine.arguments.dropFirst())
ArgumentScrubber.hideKeys(count: CommandLine.argc, arguments: CommandLine.unsafeArgv)

do throws(UsageError) {
    switch try OnAirCommand(arguments, version: "0.1.0") {
    case .show(let text): Console.write(text, to: .standardOutput)
    case .live:
        Console.write("error: this build cannot go live.\n", to: .standardError)
        exit(ExitCode.fault.rawValue)
    }
} catch {
    Console.write("onair: \(error)\n", to: .standardError)
    exit(ExitCode.usage.rawValue)
}
