import OnAirMedia

/// Makes what the layers of scenes show: decodes picture files and videos, draws texts and strokes, and keeps live ones
/// up to date on stages of its runner.
///
/// Contents are shared: a scene that shows what another scene still in use shows gets the same cells, so an animation or
/// a video goes on where it is. The library holds no cell itself; what no scene holds any more ends and is released.
package final class LayerLibrary: Sendable {
    /// Told when a video that was showing has failed, on the thread of its stage. Its last picture stays.
    package typealias Failure = @Sendable (LayerSource, LayerError) -> Void

    private let runner: any StageRunner
    private let epoch: HostTime
    private let variables: TextVariables
    private let log: Log
    private let failed: Failure

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
        return LoadedScene(scene, cells: scene.layers.map { _ in nil })
    }

    /// Ends everything that runs. Contents stay as they are; loading fails from here on.
    package func close() {}
}
