/// What a transition starts from.
indirect enum SceneSource {
    case scene(StagedScene)
    /// A move that was interrupted at `progress`.
    case move(from: SceneSource, to: StagedScene, progress: Double)
    /// What was seen last: each mixer knows.
    case still

    /// Every scene in it.
    func visit(_ body: (StagedScene) -> Void) {
        switch self {
        case .scene(let scene): body(scene)
        case .move(let from, let scene, _):
            from.visit(body)
            body(scene)
        case .still: break
        }
    }

    /// How many moves lie one in the other.
    var depth: Int {
        switch self {
        case .scene, .still: 0
        case .move(let from, _, _): from.depth + 1
        }
    }

    var isStill: Bool {
        if case .still = self { return true }
        return false
    }
}
