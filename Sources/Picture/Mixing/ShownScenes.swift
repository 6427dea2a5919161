import OnAirMedia

/// Which scene shows, which one it takes over from, and how far that is. Belongs to the picture stage's thread.
final class ShownScenes {
    /// A transition that runs.
    struct Change {
        let from: SceneSource
        let running: RunningTransition
        /// Counts transitions.
        let number: Int
    }

    private(set) var current: StagedScene
    private(set) var change: Change?
    private var count = 0
    private var isNew = true

    /// Moves interrupted by moves, at most: a faster succession starts from where the last ones were to end.
    private static let deepest = 4

    init(_ scene: LoadedScene) { current = StagedScene(scene, inPlaceOf: nil, sharesCaches: false) }

    /// Shows `scene` from `time` on.
    func show(_ scene: LoadedScene, by transition: PictureTransition, at time: MediaTime) {
        isNew = true
        let running = RunningTransition(transition, start: time)
        let takesTime = running.progress(at: time) < 1
        let old = current
        current = StagedScene(scene, inPlaceOf: old, sharesCaches: !takesTime || transition.kind == .move)
        guard takesTime else {
            change = nil
            return
        }
        count += 1
        change = Change(
            from: source(of: old, by: transition.kind, at: time), running: running, number: count)
    }

    /// What is seen at `time`, to start from.
    private func source(of scene: StagedScene, by kind: PictureTransition.Kind, at time: MediaTime) -> SceneSource {
        guard let change else { return .scene(scene) }
        let progress = change.running.progress(at: time)
        guard progress < 1 else { return .scene(scene) }
        guard change.running.kind == .move, kind == .move, !change.from.isStill else { return .still }
        guard change.from.depth < Self.deepest else { return .scene(scene) }
        return .move(from: change.from, to: scene, progress: Easing.smooth(progress))
    }

    /// Looks for new content at `time`; whether the picture is to be made anew.
    func refresh(at time: MediaTime) -> Bool {
        var hasChanged = isNew || change != nil
        isNew = false
        if current.refresh(at: time) { hasChanged = true }
        if let change {
            change.from.visit { _ = $0.refresh(at: time) }
            if change.running.progress(at: time) >= 1 { self.change = nil }
        }
        return hasChanged
    }

    /// Whether the picture goes on changing by itself.
    func isLive(at time: MediaTime) -> Bool { change != nil || current.isLive(at: time) }

    /// Whether every layer of the camera, in every scene that shows, covers exactly the canvas.
    func isCameraWhole(on canvas: PictureSize) -> Bool {
        guard let change else { return current.isCameraWhole(on: canvas) }
        guard change.running.kind != .move else { return false }
        var isWhole = current.isCameraWhole(on: canvas)
        change.from.visit { isWhole = isWhole && $0.isCameraWhole(on: canvas) }
        return isWhole
    }

    /// Whether the camera may show in any scene that shows.
    var showsCamera: Bool {
        var shows = current.showsCamera
        change?.from.visit { shows = shows || $0.showsCamera }
        return shows
    }
}
