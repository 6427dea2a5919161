import Glibc
import OnAirFFmpeg
import OnAirMedia
import OnAirPicture
import OnAirTestKit
import Testing

@Suite("Videos in layers")
struct VideoLayerTests {
    private static let start: Int64 = 3_000_000_000
    private static let period: Int64 = 40_000_000

    /// What the library was told.
    private final class Failures: Sendable {
        let all = Lock<[LayerError]>([])
    }

    /// Ten pictures of 64x48 at 25 a second, lossless, each of another grey.
    private static func video(_ files: LayerFiles, _ name: String = "a.mkv", _ options: [String] = []) throws -> String
    {
        try files.make(
            name,
            ["-f", "lavfi", "-i", "nullsrc=s=64x48:d=0.4:r=25,format=yuv420p,geq=lum='20+20*N':cb=128:cr=128"]
                + (options.isEmpty ? ["-c:v", "ffv1"] : options))
    }

    private let runner = StepRunner(start: HostTime(nanoseconds: start))
    private let failures = Failures()

    private func makeLibrary(_ runner: any StageRunner) -> LayerLibrary {
        LayerLibrary(
            runner: runner, epoch: HostTime(nanoseconds: 500), variables: TextVariables(), log: .silent
        ) { [failures] _, error in failures.all.withLock { $0.append(error) } }
    }

    private static func load(_ library: LayerLibrary, _ path: String, loops: Bool = true) throws -> LoadedScene {
        try library.load(
            Scene(layers: [Layer(.video, .video(LayerVideo(path: path, loops: loops)))]),
            canvas: PictureSize(width: 640, height: 360))
    }

    /// Which of the ten pictures the cell shows; nil for none.
    private static func shown(_ cell: LayerCell?) -> Int? {
        guard case .picture(let picture)? = cell?.value.content else { return nil }
        return picture.withPlane(0) { (Int($0.base[0]) - 20 + 10) / 20 }
    }

    private func run(_ nanoseconds: Int64) { runner.run(until: HostTime(nanoseconds: Self.start + nanoseconds)) }

    @Test("Each picture shows at the start plus its own time, loop after loop without a gap")
    func pace() throws {
        let files = try LayerFiles()
        let library = makeLibrary(runner)
        let scene = try Self.load(library, try Self.video(files))
        #expect(Self.shown(scene.cells[0]) == nil)
        for index in 0..<Int64(35) {
            if index > 0 {
                run(index * Self.period - 1_000_000)
                #expect(Self.shown(scene.cells[0]) == Int((index - 1) % 10))
            }
            // Matroska writes whole milliseconds.
            run(index * Self.period + 1_000_000)
            #expect(Self.shown(scene.cells[0]) == Int(index % 10))
        }
        let playback = library.playback(of: LayerVideo(path: files.path("a.mkv")))?.snapshot
        #expect(playback?.start == HostTime(nanoseconds: Self.start))
        #expect(playback?.startTime == .nanoseconds(Self.start - 500))
        #expect(playback?.duration == .milliseconds(400))
        #expect(playback?.shown == 35 && playback?.skipped == 0 && playback?.hasEnded == false)
        withExtendedLifetime(scene) {}
    }

    @Test("Played once, its last picture stays and its stage ends")
    func once() throws {
        let files = try LayerFiles()
        let library = makeLibrary(runner)
        let scene = try Self.load(library, try Self.video(files), loops: false)
        #expect(runner.runUntilFinished(limit: HostTime(nanoseconds: 10_000_000_000)))
        #expect(Self.shown(scene.cells[0]) == 9)
        let playback = library.playback(of: LayerVideo(path: files.path("a.mkv"), loops: false))?.snapshot
        #expect(playback?.hasEnded == true && playback?.failure == nil && playback?.shown == 10)
        #expect(failures.all.withLock { $0.isEmpty })
        withExtendedLifetime(scene) {}
    }

    @Test("Called late, it passes over what is over")
    func late() throws {
        let files = try LayerFiles()
        let reader = try MediaFileReader(path: try Self.video(files), tracks: .video)
        let (cell, playback) = (LayerCell(), VideoPlayback(epoch: HostTime(nanoseconds: 0)))
        let stage = VideoLayerStage(
            LayerVideo(path: "a"), reader: reader, cell: cell, playback: playback,
            stop: StopRequest(signal: runner.makeSignal()), failed: { _ in })
        #expect(stage.step(now: HostTime(nanoseconds: 0)) == .event(until: HostTime(nanoseconds: Self.period)))
        // 25 pictures later: loop 2, picture 5.
        var wait = StageWait.again
        while wait == .again { wait = stage.step(now: HostTime(nanoseconds: 25 * Self.period + 1)) }
        #expect(wait == .event(until: HostTime(nanoseconds: 26 * Self.period)))
        #expect(Self.shown(cell) == 5)
        #expect(playback.snapshot.shown == 2 && playback.snapshot.skipped == 24)
    }

    @Test("A video that two scenes show goes on; nobody showing it, it ends and lets its memory go")
    func sharing() throws {
        let files = try LayerFiles()
        let library = makeLibrary(runner)
        let path = try Self.video(files)
        var first: LoadedScene? = try Self.load(library, path)
        run(5 * Self.period)
        var second: LoadedScene? = try Self.load(library, path)
        #expect(first?.cells[0] === second?.cells[0])
        #expect(Self.shown(second?.cells[0]) == 5)
        first = nil
        run(7 * Self.period)
        #expect(Self.shown(second?.cells[0]) == 7)
        second = nil
        #expect(library.count == 0)
        #expect(runner.runUntilFinished(limit: HostTime(nanoseconds: Self.start + 7 * Self.period + 1)))
    }

    @Test("A video stored on its side says how it is to be turned")
    func rotation() throws {
        let files = try LayerFiles()
        let plain = try Self.video(files, "a.mp4", ["-c:v", "libx264", "-qp", "0"])
        let turned = try files.make("b.mp4", ["-i", plain, "-c", "copy", "-metadata:s:v", "rotate=90"])
        let library = makeLibrary(runner)
        let scene = try Self.load(library, turned)
        run(1)
        guard case .picture(let picture)? = scene.cells[0]?.value.content else {
            Issue.record("no picture")
            return
        }
        // The reader's tests hold its rotation to what ffmpeg shows.
        let rotation = try #require(try MediaFileReader(path: turned, tracks: .video).video?.rotation)
        #expect(rotation % 180 == 90 && picture.orientation.quarterTurns == rotation / 90)
        #expect(picture.format.size == PictureSize(width: 64, height: 48))
    }

    @Test("The same file gives the same pictures at the same times in every run")
    func determinism() throws {
        let files = try LayerFiles()
        let path = try Self.video(files)
        func trace() throws -> [String] {
            let runner = StepRunner(start: HostTime(nanoseconds: Self.start))
            let library = makeLibrary(runner)
            let scene = try Self.load(library, path)
            return (0..<60).map { index in
                runner.run(until: HostTime(nanoseconds: Self.start + Int64(index) * 33_333_333))
                return "\(Self.shown(scene.cells[0]) ?? -1) \(scene.cells[0]?.value.edition ?? -1)"
            }
        }
        #expect(try trace() == trace())
    }

    @Test(
        "An address is played; where it ends, the failure is told, the last picture stays, and it can be loaded again")
    func address() throws {
        let files = try LayerFiles()
        let bytes = try Self.bytes(of: try Self.video(files, "a.ts", ["-c:v", "libx264", "-qp", "0"]))
        let path = "tcp://127.0.0.1:\(try #require(Self.serve(bytes)))"
        let library = makeLibrary(ThreadRunner())
        let scene = try Self.load(library, path)
        let playback = try #require(library.playback(of: LayerVideo(path: path)))
        try Self.wait { playback.snapshot.failure != nil }
        #expect(playback.snapshot.hasEnded && playback.snapshot.start != nil)
        #expect(playback.snapshot.shown + playback.snapshot.skipped == 10 && Self.shown(scene.cells[0]) == 9)
        #expect(failures.all.withLock { $0.map(\.kind) } == [.lost])
        let again = try Self.load(library, path)
        #expect(again.cells[0] !== scene.cells[0])
        library.close()
    }

    @Test("An address that says nothing keeps nobody waiting: closing ends it at once")
    func stall() throws {
        let listener = try #require(LoopbackListener())
        let path = "tcp://127.0.0.1:\(listener.port)"
        let runner = KeepingRunner()
        let library = makeLibrary(runner)
        let scene = try Self.load(library, path)
        #expect(runner.handles.withLock { $0.map(\.name) } == ["video-layer"])
        library.close()
        try Self.wait { runner.handles.withLock { $0.allSatisfy(\.isFinished) } }
        #expect(failures.all.withLock { $0.isEmpty })
        withExtendedLifetime((scene, listener)) {}
    }

    @Test("What an error says of an address holds neither its user nor its query")
    func secrets() throws {
        let library = makeLibrary(ThreadRunner())
        let path = "http://name:hush@127.0.0.1:9/video.mp4?token=hush"
        let scene = try Self.load(library, path)
        try Self.wait { failures.all.withLock { !$0.isEmpty } }
        let text = failures.all.withLock { $0.map(\.description).joined() }
        #expect(!text.contains("hush") && text.contains("http://127.0.0.1:9/video.mp4"))
        withExtendedLifetime(scene) {}
    }

    /// A thread runner that keeps the handles of what it was given.
    private final class KeepingRunner: StageRunner {
        let handles = Lock<[StageHandle]>([])
        private let inner = ThreadRunner()

        var clock: any HostClock { inner.clock }

        func makeSignal() -> WakeSignal { inner.makeSignal() }

        func add(_ stage: sending any Stage, signal: WakeSignal) -> StageHandle {
            let handle = inner.add(stage, signal: signal)
            handles.withLock { $0.append(handle) }
            return handle
        }
    }

    private static func bytes(of path: String) throws -> [UInt8] { try LayerFiles.run("cat", [path]) }

    /// One connection gets everything and is closed; then nobody listens any more.
    /// A port where one connection gets everything and is closed; then nobody listens any more.
    private static func serve(_ bytes: [UInt8]) -> UInt16? {
        guard let listener = LoopbackListener() else { return nil }
        let port = listener.port
        let box = TransferBox(listener)
        SerialThread.start(name: "test-video") {
            guard let listener = box.take() else { return }
            let connection = listener.surrender()
            var sent = 0
            while sent < bytes.count {
                let count = bytes[sent...].withUnsafeBytes {
                    Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { break }
                sent += count
            }
            close(connection)
        }
        return port
    }

    /// Waits for another thread, at most 8 s.
    private static func wait(_ isDone: () -> Bool) throws {
        let end = MonotonicClock().now.advanced(byMilliseconds: 8000)
        while !isDone() {
            try #require(MonotonicClock().now < end)
            LoopbackListener.pause(milliseconds: 2)
        }
    }
}
