import OnAirMedia
import OnAirPicture

extension Scene {
    /// Reads everything that the scene shows and lets it go again, so that what cannot be shown is known before the scene is.
    /// Slow: call it on a thread that may wait.
    ///
    /// - Parameter configuration: what it is to be shown in.
    /// - Throws: `BroadcastError` with code `.invalidScene`.
    public func checkContents(in configuration: BroadcastConfiguration) throws(BroadcastError) {
        var shown = configuration
        shown.scene = self
        shown.video.slate = nil
        // Nothing runs on it: what would play is opened, and no more.
        let layers = ProgramLayers(runner: StepRunner())
        defer { layers.close() }
        _ = try layers.load(shown, after: nil)
    }
}
