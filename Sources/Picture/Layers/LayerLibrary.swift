import OnAirDrawing
import OnAirFFmpeg
import OnAirImages
import OnAirMedia

/// Makes what the layers of scenes show: decodes picture files and videos, draws texts and strokes, and keeps live ones
/// up to date on stages of its runner.
///
/// Contents are shared: a scene that shows what another scene still in use shows gets the same cells, so an animation or
/// a video goes on where it is. The library holds no cell itself; what no scene holds any more ends and is released.
package final class LayerLibrary: Sendable {
    /// Told when a video that was showing has failed, on the thread of its stage. Its last picture stays.
    package typealias Failure = @Sendable (LayerSource, LayerError) -> Void

    /// What a scene's pictures may take in memory together: 1 GiB.
    package static let memoryLimit = 1 << 30

    private let runner: any StageRunner
    private let epoch: HostTime
    private let variables: TextVariables
    private let log: Log
    private let failed: Failure
    private let table = Lock(LayerTable())

    /// - Parameters:
    ///   - runner: gives texts that change and videos their stages.
    ///   - epoch: where the program's time starts.
    ///   - variables: what texts may say.
    ///   - log: where unknown variables and failed videos are told.
    ///   - failed: told when a video has failed.
    package init(
        runner: any StageRunner, epoch: HostTime, variables: TextVariables, log: Log,
        failed: @escaping Failure = { _, _ in }
    ) {
        self.runner = runner
        self.epoch = epoch
        self.variables = variables
        self.log = log.labelled("layers")
        self.failed = failed
    }

    /// Makes ready what `scene` shows on a canvas of `canvas` pixels. Takes as long as decoding takes: call it on a thread
    /// that may wait, one call at a time.
    ///
    /// - Throws: `LayerError` naming the layer at fault; then nothing has changed.
    package func load(_ scene: Scene, canvas: PictureSize) throws(LayerError) -> LoadedScene {
        let scene = try scene.validated()
        var loader = LayerLoader(canvas: canvas, now: runner.clock.now, epoch: epoch, variables: variables)
        var cells: [LayerCell?] = []
        for layer in scene.layers {
            guard let key = try loader.key(of: layer) else {
                cells.append(nil)
                continue
            }
            let known = table.withLock { $0.isClosed ? nil : $0.cell(key) }
            if let cell = known ?? loader.made[key]?.cell {
                cells.append(cell)
            } else {
                let signal = runner.makeSignal()
                let number = table.withLock { $0.nextNumber() }
                cells.append(
                    try loader.make(
                        layer, key, number: number, stop: StopRequest(signal: signal),
                        released: { [weak self] in self?.table.withLock { $0.remove(key, number: number) } },
                        signal: signal))
            }
        }
        try checkMemory(cells)
        let isOpen = table.withLock { table in
            guard !table.isClosed else { return false }
            for (key, item) in loader.made { table.insert(item.entry, for: key) }
            return true
        }
        guard isOpen else {
            throw LayerError(.closed, layer: nil, "The broadcast's layers have been closed.", advice: "Start it again.")
        }
        for item in loader.made.values.sorted(by: { $0.entry.number < $1.entry.number }) { start(item) }
        return LoadedScene(scene, cells: cells)
    }

    /// Ends everything that runs. Contents stay as they are; loading fails from here on.
    package func close() {
        let stops = table.withLock { $0.close() }
        for stop in stops { stop.request() }
    }

    /// How far the video of a layer has got; nil where no scene in use shows it.
    package func playback(of video: LayerVideo) -> VideoPlayback? {
        table.withLock { $0.playback(.video(path: video.path, loops: video.loops)) }
    }

    /// Contents that some scene holds.
    package var count: Int { table.withLock { $0.count } }

    private func checkMemory(_ cells: [LayerCell?]) throws(LayerError) {
        var seen: Set<ObjectIdentifier> = []
        let bytes = cells.reduce(0) { sum, cell in
            guard let cell, seen.insert(ObjectIdentifier(cell)).inserted else { return sum }
            return sum + cell.value.content.byteCount
        }
        guard bytes > Self.memoryLimit else { return }
        throw LayerError(
            .tooLarge, layer: nil,
            "The scene's pictures take \(bytes >> 20) MiB; at most \(Self.memoryLimit >> 20) MiB are allowed.",
            advice: "Use smaller or fewer pictures.")
    }

    private func start(_ item: LayerLoader.Made) {
        switch item.live {
        case .none: break
        case .text(let text):
            let template = TextTemplate(text.label.text)
            let known = variables.values.named
            for name in template.names.sorted() where known[name] == nil {
                let isNew = table.withLock { $0.toldNames.insert(name).inserted }
                if isNew { log.warning("a text uses a variable that nobody has set", [LogField("variable", name)]) }
            }
            runner.add(
                TextStage(
                    template, style: text.style, variables: variables, cell: item.cell, shown: text.shown,
                    stop: item.entry.stop, log: log), signal: item.signal)
        case .video(let video, let reader):
            let playback = item.entry.playback ?? VideoPlayback(epoch: epoch)
            let (log, failed) = (log, failed)
            runner.add(
                VideoLayerStage(
                    video, reader: reader?.take(), cell: item.cell, playback: playback, stop: item.entry.stop
                ) { error in
                    log.info("a video layer has failed", [LogField("reason", error)])
                    failed(.video(video), error)
                }, signal: item.signal)
        }
    }
}
