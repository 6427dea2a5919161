import OnAirDrawing
import OnAirMedia
import OnAirPicture
import Testing

@Suite("Texts that change")
struct LiveTextTests {
    private static let canvas = PictureSize(width: 640, height: 360)
    /// 17:20:42.25 on some day, UTC.
    private static let unixTime: Int64 = 1_796_059_242_250_000_000

    private let runner = StepRunner(start: HostTime(nanoseconds: 5_000_000_000))
    private let variables: TextVariables
    private let sink = Lines()
    private let library: LayerLibrary

    init() {
        variables = TextVariables(
            wallClock: .fixed(unixNanoseconds: Self.unixTime, at: HostTime(nanoseconds: 5_000_000_000)))
        library = LayerLibrary(
            runner: runner, epoch: HostTime(nanoseconds: 0), variables: variables,
            log: Log(label: "test", sink: sink, secrets: SecretRegister()))
    }

    private final class Lines: LogSink {
        let lines = Lock<[String]>([])
        func write(_ line: LogLine) { lines.withLock { $0.append("\(line.message) \(line.fields.map(\.value))") } }
    }

    private func load(_ text: String) throws -> LoadedScene {
        try library.load(
            Scene(layers: [Layer(.text, .text(TextLabel(text)), placement: .init(width: 0, height: 40))]),
            canvas: Self.canvas)
    }

    /// Whether the cell shows exactly `text`.
    private func shows(_ cell: LayerCell?, _ text: String) throws -> Bool {
        guard case .images(let sequence)? = cell?.value.content else { return false }
        let expected = try TextRenderer().render(text, TextStyle(extent: .height(40)))
        let bitmap = sequence.frames[0].bitmap
        return bitmap.size == expected.size
            && bitmap.withPixels { ours in
                expected.withPixels { theirs in
                    (0..<(bitmap.stride * bitmap.size.height)).allSatisfy { ours[$0] == theirs[$0] }
                }
            }
    }

    private func run(_ nanoseconds: Int64) { runner.run(until: HostTime(nanoseconds: nanoseconds)) }

    @Test("A clock changes with the second, to the nanosecond, and is drawn once for each")
    func clock() throws {
        let cell = try load("{clock:%M:%S}").cells[0]
        #expect(try shows(cell, "20:42"))
        run(5_749_999_999)
        #expect(cell?.value.edition == 0)
        run(5_750_000_000)
        #expect(cell?.value.edition == 1)
        #expect(try shows(cell, "20:43"))
        run(64_999_999_999)
        #expect(cell?.value.edition == 60)
        #expect(try shows(cell, "21:42"))
    }

    @Test("A clock without seconds is drawn once a minute")
    func minutes() throws {
        let cell = try load("{clock:at %M}").cells[0]
        run(22_749_999_999)
        #expect(cell?.value.edition == 0)
        run(22_750_000_000)
        #expect(try shows(cell, "at 21"))
        run(622_750_000_000)
        #expect(cell?.value.edition == 11)
    }

    @Test("The time since going live starts when it does, and goes back when it ends")
    func duration() throws {
        let cell = try load("{duration}").cells[0]
        run(20_000_000_000)
        #expect(cell?.value.edition == 0)
        variables.setLive(since: HostTime(nanoseconds: 19_500_000_000))
        run(20_499_999_999)
        #expect(cell?.value.edition == 0)
        run(20_500_000_000)
        #expect(try shows(cell, "0:00:01"))
        variables.setLive(since: nil)
        run(20_600_000_000)
        #expect(try shows(cell, "0:00:00"))
        run(90_000_000_000)
        #expect(cell?.value.edition == 2)
    }

    @Test("A value that is set is shown at once, and drawn only where it is used and has changed")
    func named() throws {
        variables["bitrate"] = "100"
        let scene = try load("{bitrate} kbit/s")
        let other = try load("{other}")
        #expect(try shows(scene.cells[0], "100 kbit/s"))
        #expect(try shows(other.cells[0], "{other}"))
        run(6_000_000_000)
        variables["bitrate"] = "200"
        run(6_000_000_001)
        #expect(try shows(scene.cells[0], "200 kbit/s"))
        variables["bitrate"] = "200"
        variables["unrelated"] = "1"
        run(7_000_000_000)
        #expect(scene.cells[0]?.value.edition == 1 && other.cells[0]?.value.edition == 0)
        variables["other"] = "known"
        run(7_000_000_001)
        #expect(try shows(other.cells[0], "known"))
    }

    @Test("An unknown variable is told once")
    func unknown() throws {
        let first = try load("{nobody} {nobody} {clock}")
        let second = try load("{nobody} again")
        #expect(sink.lines.withLock { $0 } == ["a text uses a variable that nobody has set [\"nobody\"]"])
        _ = (first, second)
    }

    @Test("A text's stage ends as soon as no scene shows it")
    func ending() throws {
        var scene: LoadedScene? = try load("{clock:%M:%S} {never}")
        run(6_000_000_000)
        #expect(!runner.runUntilFinished(limit: HostTime(nanoseconds: 6_000_000_001)))
        withExtendedLifetime(scene) {}
        scene = nil
        #expect(runner.runUntilFinished(limit: HostTime(nanoseconds: 6_000_000_002)))
        #expect(library.count == 0)
    }

    @Test("A live text that becomes too large keeps what it showed, and tells so once")
    func tooLarge() throws {
        variables["news"] = "short"
        let cell = try load("{news}").cells[0]
        for length in [3000, 3001] {
            variables["news"] = String(repeating: "x", count: length)
            run(Int64(length) * 2_000_000)
        }
        #expect(try shows(cell, "short"))
        #expect(sink.lines.withLock { $0.count } == 1)
        variables["news"] = "short again"
        run(7_000_000_000)
        #expect(try shows(cell, "short again"))
    }

    @Test("A static text needs no stage")
    func still() throws {
        let scene = try load("just words {{clock}")
        #expect(runner.runUntilFinished(limit: HostTime(nanoseconds: 5_000_000_001)))
        #expect(try shows(scene.cells[0], "just words {clock}"))
    }
}
