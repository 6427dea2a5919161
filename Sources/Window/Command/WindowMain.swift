import Glibc
import OnAir
import OnAirHTTP
import OnAirLive
import OnAirMedia
import OnAirSDL
import OnAirTerminal
import OnAirWindow

/// `onair-window`: reads the arguments, opens the window, ends with a documented exit code.
@main
enum WindowMain {
    nonisolated static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        // Keys typed as part of an address leave the process list before anything else happens.
        ArgumentScrubber.hideKeys(count: CommandLine.argc, arguments: CommandLine.unsafeArgv)
        // A closed pipe, or a file at its size limit, is an error where it is written, not the end of the program.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        let code: ExitCode
        do throws(UsageError) {
            switch try WindowCommand(arguments, version: StreamerKit.version) {
            case .show(let text): code = Console.answer(text, .success)
            case .open(let options): code = open(try LivePlan(options.live), options)
            }
        } catch {
            code = fail("\(error)", .usage)
        }
        exit(code.rawValue)
    }

    private nonisolated static func open(_ plan: LivePlan, _ options: WindowOptions) -> ExitCode {
        // What was asked for and cannot be is told before anything starts.
        var metrics: MetricsPage?
        do throws(HTTPServerError) {
            if let port = options.live.metricsPort { metrics = try MetricsPage(port: port) }
        } catch {
            return fail("--metrics: \(error)", .settings)
        }
        defer { metrics?.stop() }
        do throws(SDLError) {
            let window = try SDLWindow(title: "OnAir", size: plan.configuration.video.canvas)
            let mailbox = WindowMailbox(waker: window.waker)
            let desk = WindowDesk(plan, options: options, metrics: metrics, mailbox: mailbox)
            // The broadcast lives in tasks, the window on this thread, where desktops want it.
            Task { mailbox.end(await desk.run()) }
            return WindowLoop(window: window, mailbox: mailbox, desk: desk, clock: MonotonicClock()).run()
        } catch {
            return fail("\(error)", .unfit)
        }
    }

    private nonisolated static func fail(_ text: String, _ code: ExitCode) -> ExitCode {
        Console.write("onair-window: \(text)\n", to: .standardError)
        return code
    }
}
