import OnAirMedia
import OnAirPicture

/// A picture stage that makes a 720p30 program of a scene out of a camera's pictures, driven by hand on this thread.
final class BenchProgram {
    private static let rate = FrameRate(30)

    let stage: PictureStage
    private let slot = LatestSlot<Picture>()
    private let clock = VirtualClock()
    private let queue = BoundedQueue<ProgramPicture>(capacity: 3)
    private let camera: [Picture]
    private var tick: Int64 = 0
    // As in a pipeline: the picture before is still being encoded.
    private var shown: Picture?

    /// - Parameters:
    ///   - camera: shown in turn.
    ///   - filters: what is done to the camera's pictures.
    init(_ scene: LoadedScene, camera: [Picture], filters: [any PictureFilter] = []) {
        self.camera = camera
        var values = PictureControls.Values(streamSize: BenchPictures.hd)
        values.show(scene)
        values.filters = filters
        let tap = Tap<ProgramPicture>()
        stage = PictureStage(
            settings: PictureStage.Settings(values, rate: Self.rate), input: slot, output: tap,
            epoch: HostTime(nanoseconds: 0), clock: clock)
        tap.attach(queue, ledger: DropLedger(), reason: .skipped)
    }

    /// One picture of the camera, one of the program; the processor time of this thread in milliseconds.
    func step() throws -> Double {
        let now = HostTime(nanoseconds: 0).advanced(by: Self.rate.time(ofFrame: tick))
        let source = camera[Int(tick) % camera.count]
        clock.advance(to: now)
        let started = BenchPictures.threadTime()
        _ = slot.replace(Picture(buffer: source.buffer, captureTime: now, sequence: tick))
        while stage.step(now: now) == .again {}
        let time = BenchPictures.threadTime() - started
        tick += 1
        guard let program = queue.pop(), !program.isRepeat else { throw BenchError("the stage made no new picture") }
        shown = program.picture
        return time
    }

    /// The times of `rounds` pictures, after some that do not count.
    func measure(rounds: Int) throws -> [Double] {
        for _ in 0..<30 { _ = try step() }
        return try (0..<rounds).map { _ in try step() }
    }

    /// A scene of the camera with `layers` over it, loaded.
    static func scene(_ layers: [Layer]) throws -> LoadedScene {
        let runner = StepRunner()
        let library = LayerLibrary(
            runner: runner, epoch: HostTime(nanoseconds: 0), variables: TextVariables(), log: .silent)
        return try library.load(Scene(layers: [Layer("camera", .camera)] + layers), canvas: BenchPictures.hd)
    }

    /// A logo of `size` at (x, y).
    static func logo(_ id: LayerID, _ size: PictureSize, x: Int, y: Int) -> Layer {
        Layer(
            id, .bitmap(LayerBitmapSource(BenchPictures.logo(size))),
            placement: LayerPlacement(
                x: Double(x), y: Double(y), width: Double(size.width), height: Double(size.height)))
    }

    /// A line of text, its lines 42 pixels high, at (x, y).
    static func text(_ id: LayerID, _ text: String, x: Int, y: Int) -> Layer {
        Layer(
            id, .text(TextLabel(text, size: 42)),
            placement: LayerPlacement(x: Double(x), y: Double(y), width: 0, height: 0))
    }
}
