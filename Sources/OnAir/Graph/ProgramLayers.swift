import OnAirBeauty
import OnAirCapture
import OnAirMedia
import OnAirPicture

/// What one capture's scenes are loaded with, and since when its program runs.
package struct ProgramLayers: Sendable {
    /// The program's time zero.
    let epoch: HostTime
    /// What live texts say.
    package let variables: TextVariables
    private let library: LayerLibrary
    private let log: Log

    /// Layers of a program that begins now.
    ///
    /// - Parameter failed: told of a video that was lost while it played, on its stage's thread.
    package init(
        runner: any StageRunner, log: Log = .silent, variables: TextVariables = TextVariables(),
        failed: @escaping @Sendable (LayerSource, LayerError) -> Void = { _, _ in }
    ) {
        epoch = runner.clock.now
        self.variables = variables
        self.log = log
        // Known before the first second has passed.
        for name in ["bitrate", "fps"] where variables[name] == nil { variables[name] = "0" }
        library = LayerLibrary(runner: runner, epoch: epoch, variables: variables, log: log, failed: failed)
    }

    /// Makes ready what `new` shows and `old` does not. Slow: files are read.
    ///
    /// - Parameter old: what is shown; nil for nothing.
    /// - Throws: `BroadcastError` with code `.invalidScene`, or a filter's own; nothing has changed then.
    package func load(
        _ new: BroadcastConfiguration, after old: BroadcastConfiguration?
    ) throws(BroadcastError) -> PictureChange {
        var change = PictureChange()
        let isTurned = old.map { $0.video.canvas != new.video.canvas } ?? true
        if old?.video.filters != new.video.filters {
            do throws(FilterError) {
                change.filters = try PreparedFilters(
                    new.video.filters, loadingPicturesBy: { path throws(FilterError) in try FilterPicture.load(path) })
            } catch {
                throw BroadcastError(error)
            }
        }
        do throws(LayerError) {
            if isTurned || old?.scene != new.scene {
                change.scene = try library.load(new.scene, canvas: new.video.canvas)
                if new.microphone != .off { change.sounds = sounds(of: new.scene, after: old?.scene) }
            }
            if old?.video.slate != new.video.slate {
                change.slate = try new.video.slate.map { path throws(LayerError) in try slate(path, new) } ?? .none
            }
        } catch {
            throw .invalidScene(error.message, advice: error.advice)
        }
        return change
    }

    /// The sounds of videos that are heard in `new` and not in `old`; a video without sound has none.
    private func sounds(of new: Scene, after old: Scene?) -> [VideoSounds.Opened] {
        let before = old.map(VideoSounds.volumes) ?? [:]
        return VideoSounds.volumes(of: new).keys.filter { before[$0] == nil }.compactMap { key in
            guard let playback = library.playback(of: LayerVideo(path: key.path, loops: key.loops)) else { return nil }
            do throws(CaptureError) {
                let file = try FileMicrophone(path: key.path, loops: key.loops)
                return VideoSounds.Opened(key: key, source: TransferBox(file), playback: playback)
            } catch {
                // Many have none; addresses are not listened to.
                log.info("a layer's video is shown without sound", [.init("reason", error)])
                return nil
            }
        }
    }

    private func slate(
        _ path: String, _ configuration: BroadcastConfiguration
    ) throws(LayerError) -> PictureChange.Slate {
        let scene = Scene(layers: [Layer("slate", .picture(path: path), fit: .fill)])
        let loaded = try library.load(scene, canvas: configuration.video.canvas)
        return loaded.cells[0].map { .picture($0) } ?? .none
    }

    /// Lets live texts say what the numbers of this second are.
    func tell(_ statistics: BroadcastStatistics) {
        let encoded = statistics.videoKilobitsPerSecond + statistics.audioKilobitsPerSecond
        variables["bitrate"] = String(Int(encoded.rounded()))
        variables["fps"] = String(Int(statistics.framesPerSecond.rounded()))
    }

    /// Lets live texts count from the moment the first output is live, until the last one no longer is.
    func tell(isLive: Bool, now: HostTime) {
        guard isLive != (variables.values.liveSince != nil) else { return }
        variables.setLive(since: isLive ? now : nil)
    }

    /// Ends what runs for layers.
    func close() { library.close() }
}
