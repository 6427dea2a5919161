import Dispatch
import Foundation
import OnAirBeauty
import OnAirMedia
import OnAirPicture
import Testing

/// Prints what a live picture stage costs on this machine, when `ONAIR_MEASURE` is set. A table to read, not a gate.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["ONAIR_MEASURE"] != nil), .serialized)
struct PictureStageCostTests {
    /// Allocations of the calling thread; always 0 unless the counter of `onair-malloc-count` is preloaded.
    static func allocations() -> UInt64 {
        guard let symbol = dlsym(nil, "onair_malloc_count_thread") else { return 0 }
        return unsafeBitCast(symbol, to: (@convention(c) () -> UInt64).self)()
    }

    @Test("A steady stage allocates nothing per picture")
    func allocationsPerPicture() {
        let (size, rate) = (PictureSize(width: 640, height: 360), FrameRate(30))
        let slot = LatestSlot<Picture>()
        let tap = Tap<ProgramPicture>()
        let queue = BoundedQueue<ProgramPicture>(capacity: 3)
        tap.attach(queue, ledger: DropLedger(), reason: .skipped)
        let stage = PictureStage(
            settings: PictureStage.Settings(.init(streamSize: size), rate: rate), input: slot, output: tap,
            epoch: HostTime(nanoseconds: 0), clock: MonotonicClock())
        let pictures = FlatPictures(size: PictureSize(width: 640, height: 480))
        var start: UInt64 = 0
        let count: Int64 = 500
        for number in 0..<count {
            if number == 50 { start = Self.allocations() }
            let now = HostTime(nanoseconds: 0).advanced(by: rate.time(ofFrame: number))
            if let picture = pictures.make(number, capturedAt: now) { _ = slot.replace(picture) }
            while stage.step(now: now) == .again {}
            _ = queue.pop()
        }
        print("allocations per picture: \(Double(Self.allocations() - start) / Double(count - 50))")
        #expect(stage.meter.snapshot.programPictures == count)
    }

    /// Scenes that a broadcast may stand in for hours.
    enum Kind: String, CaseIterable, Sendable {
        case camera, logoAndText, tenLayers, corner, video, animation, filter, watched, mirroredPreview, rotated, zoomed
        case keyed
    }

    private static func small(_ index: Int) -> (Layer, LayerCell?) {
        let (x, y) = (Double(20 + 110 * index), Double(20 + 61 * index))
        return (Layer.image(LayerID("\(index)"), x: x, y: y, width: 160, height: 80), soft(160, 80))
    }

    /// A bitmap with soft edges.
    private static func soft(_ width: Int, _ height: Int) -> LayerCell {
        LayerCell(
            .made(width, height) { x, y in
                let alpha = UInt8(min(x, y, width - 1 - x, height - 1 - y, 10) * 25)
                return (alpha / 2, alpha / 4, alpha, alpha)
            })
    }

    private static func values(_ kind: Kind, _ size: PictureSize) -> PictureControls.Values {
        var values = PictureControls.Values(streamSize: size)
        let logo = (Layer.image("logo", x: 40, y: 31, width: 160, height: 80), Optional(soft(320, 160)))
        let text = (Layer.image("text", x: 101, y: 601, width: 640, height: 64), Optional(soft(640, 64)))
        var turned = text
        turned.0.rotation = 7
        let clip = TestPicture.noise(PictureSize(width: 640, height: 360), seed: 1).make(
            0, at: HostTime(nanoseconds: 0))
        let frames = (0..<4).map { index in
            ImageSequence.Frame(bitmap: .grey(200, 200, UInt8(60 * index)), duration: .milliseconds(100))
        }
        switch kind {
        case .camera: break
        case .logoAndText: values.show(.overCamera([logo, text]))
        case .tenLayers:
            values.show(.overCamera((0..<10).map(Self.small)))
        case .corner:
            values.show(
                LoadedScene(
                    Scene(layers: [
                        Layer("back", .picture(path: "")),
                        Layer(.camera, .camera, placement: .init(x: 0.7, y: 0.7, width: 0.25, height: 0)),
                    ]), cells: [LayerCell(.grey(1280, 720)), nil]))
        case .video:
            values.show(
                .overCamera([
                    (
                        Layer(
                            .video, .video(LayerVideo(path: "")),
                            placement: .init(x: 800, y: 400, width: 401, height: 225)),
                        LayerCell(.picture(clip))
                    )
                ]))
        case .animation:
            values.show(
                .overCamera([
                    (
                        Layer.image("a", x: 99, y: 99, width: 200, height: 200),
                        LayerCell(.images(ImageSequence(frames: frames)))
                    )
                ]))
        case .filter:
            values.show(.overCamera([logo, text]))
            values.filters = [SceneMixingTests.Nothing()]
        case .watched: values.show(.overCamera([logo, text]))
        case .mirroredPreview:
            values.show(.overCamera([logo, text]))
            values.isPreviewMirrored = true
        case .rotated: values.show(.overCamera([logo, turned]))
        case .zoomed: values.zoom = PictureZoom(1.5)
        case .keyed:
            let below = Layer("back", .picture(path: ""))
            values.show(
                LoadedScene(
                    Scene(layers: [below, Layer(.camera, .camera, key: ChromaKey(color: .green))]),
                    cells: [LayerCell(.grey(1280, 720)), nil]))
        }
        return values
    }

    @Test("A scene in its steady state allocates nothing per picture", arguments: Kind.allCases)
    func sceneCost(_ kind: Kind) {
        let (size, rate) = (PictureSize(width: 1280, height: 720), FrameRate(30))
        let slot = LatestSlot<Picture>()
        let tap = Tap<ProgramPicture>()
        let queue = BoundedQueue<ProgramPicture>(capacity: 3)
        tap.attach(queue, ledger: DropLedger(), reason: .skipped)
        let stage = PictureStage(
            settings: PictureStage.Settings(Self.values(kind, size), rate: rate), input: slot, output: tap,
            epoch: HostTime(nanoseconds: 0), clock: MonotonicClock())
        let shown = BoundedQueue<Picture>(capacity: 3)
        if kind == .watched || kind == .mirroredPreview {
            stage.preview.attach(shown, ledger: DropLedger(), reason: .skipped)
        }
        let pool = PicturePool(
            format: PictureFormat(size: size, pixels: .yuyv, color: .stream(for: size)), capacity: 4)
        var start: UInt64 = 0
        let count: Int64 = 300
        for number in 0..<count {
            if number == 100 { start = Self.allocations() }
            let now = HostTime(nanoseconds: 0).advanced(by: rate.time(ofFrame: number))
            guard let picture = pool.take(captureTime: now, sequence: number) else { continue }
            _ = slot.replace(picture.freeze())
            while stage.step(now: now) == .again {}
            _ = queue.pop()
            _ = shown.pop()
        }
        let allocations = Self.allocations() - start
        let statistics = stage.meter.snapshot
        print(
            "\(kind): \(allocations) allocations in \(count - 100) pictures, process \(statistics.averageProcessTime / 1000) µs,",
            "convert \(statistics.convert.average / 1000), mix \(statistics.mix.average / 1000),",
            "preview \(statistics.preview.average / 1000)")
        #expect(allocations == 0)
        #expect(statistics.programPictures == count)
    }

    @Test("Three seconds of 720p30 on real threads")
    func live() {
        let runner = ThreadRunner()
        let (rate, size) = (FrameRate(30), PictureSize(width: 1280, height: 720))
        let (signal, viewerSignal, ended) = (runner.makeSignal(), runner.makeSignal(), DispatchSemaphore(value: 0))
        let slot = LatestSlot<Picture>(consumer: signal)
        let tap = Tap<ProgramPicture>()
        let queue = BoundedQueue<ProgramPicture>(capacity: 3, consumer: viewerSignal)
        tap.attach(queue, ledger: DropLedger(), reason: .skipped)
        let start = runner.clock.now.advanced(byMilliseconds: 20)
        let pool = PicturePool(
            format: PictureFormat(
                size: size, pixels: .yuyv, color: ColorDescription(matrix: .bt601, range: .limited)), capacity: 4)
        let camera = DropLedger()
        let stage = PictureStage(
            settings: PictureStage.Settings(.init(streamSize: size), rate: rate), input: slot, output: tap,
            epoch: start,
            clock: runner.clock)
        let meter = stage.meter
        let source = ScriptedCamera(
            into: slot, ledger: camera,
            times: { $0 < 90 ? start.advanced(byMilliseconds: 11).advanced(by: rate.time(ofFrame: $0)) : nil },
            make: { number in
                pool.take(
                    captureTime: start.advanced(byMilliseconds: 11).advanced(by: rate.time(ofFrame: number)),
                    sequence: number)?.freeze()
            })
        let delays = Lock<[Int64]>([])
        let clock = runner.clock
        let viewer = Viewer(queue) { picture in
            let delay = clock.now.nanoseconds(since: picture.picture.captureTime)
            delays.withLock { $0.append(delay) }
        }
        runner.add(stage, signal: signal)
        runner.add(viewer, signal: viewerSignal).whenFinished { ended.signal() }
        runner.add(source, signal: runner.makeSignal())
        #expect(ended.wait(timeout: .now() + 20) == .success)
        let statistics = meter.snapshot
        let sorted = delays.withLock { $0.sorted() }
        let (p50, p95) = (sorted[sorted.count / 2], sorted[sorted.count * 95 / 100])
        print("capture to encoder's thread, YUYV 601 to 709: p50 \(p50 / 1000) µs, p95 \(p95 / 1000) µs")
        print("\(statistics), late \(camera[.late])")
    }
}
