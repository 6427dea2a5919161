/// Calls stages: on threads and the real clock (`ThreadRunner`), or all in one thread on a virtual clock (`StepRunner`).
public protocol StageRunner: Sendable {
    /// The clock that stages of this runner live by.
    var clock: any HostClock { get }

    /// A signal for a stage that is about to be added, so that queues can be built with their consumer's wake.
    func makeSignal() -> WakeSignal

    /// Takes over `stage`. Its first step comes at once.
    @discardableResult
    func add(_ stage: sending any Stage, signal: WakeSignal) -> StageHandle
}
