import OnAirMedia
import Synchronization

/// Counts from any thread.
final class StepCounter: Sendable {
    private let value = Atomic(0)
    var count: Int { value.load(ordering: .sequentiallyConsistent) }
    @discardableResult
    func increment() -> Int { value.add(1, ordering: .sequentiallyConsistent).newValue }
}

/// A stage made of a closure.
final class ClosureStage: Stage {
    let name: String
    private let body: @Sendable (HostTime) -> StageWait

    init(_ name: String = "closure", _ body: @escaping @Sendable (HostTime) -> StageWait) {
        self.name = name
        self.body = body
    }

    func step(now: HostTime) -> StageWait { body(now) }
}
