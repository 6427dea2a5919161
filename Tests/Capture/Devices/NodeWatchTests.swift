import Glibc
import OnAirCapture
import OnAirMedia
import Testing

@Suite("NodeWatch")
struct NodeWatchTests {
    /// A step runner that keeps the signals it gives out: news come by them here.
    private final class Runner: StageRunner {
        let steps = StepRunner()
        private let signals = Lock<[WakeSignal]>([])
        private let handles = Lock<[StageHandle]>([])

        var clock: any HostClock { steps.clock }
        var isFinished: Bool { handles.withLock { $0.allSatisfy(\.isFinished) } }

        func makeSignal() -> WakeSignal {
            let signal = steps.makeSignal()
            signals.withLock { $0.append(signal) }
            return signal
        }

        func add(_ stage: sending any Stage, signal: WakeSignal) -> StageHandle {
            let handle = steps.add(stage, signal: signal)
            handles.withLock { $0.append(handle) }
            return handle
        }

        /// Lets what has happened to the files be noticed, and time pass.
        func pass(milliseconds: Int64) {
            for signal in signals.withLock({ $0 }) { signal.wake() }
            steps.run(until: clock.now.advanced(by: .milliseconds(milliseconds)))
        }
    }

    private final class Folder {
        let path: String

        init() throws {
            var template = Array("/tmp/onair-nodes-XXXXXX".utf8CString)
            path = try #require(mkdtemp(&template).map { String(cString: $0) })
        }

        deinit {
            for name in ["snd/controlC0", "snd/pcmC0D0p", "snd/timer", "video0"] { unlink("\(path)/\(name)") }
            rmdir("\(path)/snd")
            rmdir(path)
        }

        func makeNode(_ name: String) { close(creat("\(path)/\(name)", 0o600)) }
        func makeFolder(_ name: String) { mkdir("\(path)/\(name)", 0o700) }
    }

    private final class Counter: Sendable {
        private let value = Lock(0)
        var count: Int { value.withLock { $0 } }
        func add() { value.withLock { $0 += 1 } }
    }

    private let told = Counter()
    private var count: Int { told.count }

    private func watch(_ folder: Folder, _ runner: Runner) -> NodeWatch? {
        NodeWatch(
            folder.path, and: "\(folder.path)/snd", where: { $0 == "snd" || $0.hasPrefix("control") }, runner: runner,
            changed: { [told] in told.add() })
    }

    @Test("Nodes in a folder that comes later are told, each time when the news have settled")
    func laterFolder() throws {
        let (folder, runner) = (try Folder(), Runner())
        let watch = watch(folder, runner)
        #expect(watch != nil)
        runner.pass(milliseconds: 1000)
        #expect(count == 0)
        folder.makeFolder("snd")
        runner.pass(milliseconds: 99)
        #expect(count == 0)
        runner.pass(milliseconds: 1)
        #expect(count == 1)
        folder.makeNode("snd/controlC0")
        runner.pass(milliseconds: 100)
        #expect(count == 2)
        // Other nodes, in either folder, are nobody's business.
        for name in ["snd/timer", "snd/pcmC0D0p", "video0"] { folder.makeNode(name) }
        runner.pass(milliseconds: 1000)
        #expect(count == 2)
        withExtendedLifetime(watch) {}
    }

    @Test("A folder that was there from the start is watched too")
    func earlierFolder() throws {
        let (folder, runner) = (try Folder(), Runner())
        folder.makeFolder("snd")
        let watch = watch(folder, runner)
        runner.pass(milliseconds: 0)
        folder.makeNode("snd/controlC0")
        runner.pass(milliseconds: 100)
        #expect(count == 1)
        withExtendedLifetime(watch) {}
    }

    @Test("News that do not settle are told after half a second")
    func unsettled() throws {
        let (folder, runner) = (try Folder(), Runner())
        folder.makeFolder("snd")
        let watch = watch(folder, runner)
        runner.pass(milliseconds: 0)
        for turn in 0..<10 {
            #expect(count == (turn * 50 >= 500 ? 1 : 0))
            folder.makeNode("snd/controlC0")
            chmod("\(folder.path)/snd/controlC0", turn.isMultiple(of: 2) ? 0o640 : 0o600)
            runner.pass(milliseconds: 50)
        }
        #expect(count == 1)
        withExtendedLifetime(watch) {}
    }

    @Test("It ends with the one who holds it, and is nil where there is no folder")
    func ends() throws {
        let (folder, runner) = (try Folder(), Runner())
        var watch = watch(folder, runner)
        runner.pass(milliseconds: 0)
        #expect(!runner.isFinished && watch != nil)
        watch = nil
        runner.pass(milliseconds: 0)
        #expect(runner.isFinished)
        #expect(NodeWatch("/no-such-folder", where: { _ in true }, runner: runner, changed: {}) == nil)
    }
}
