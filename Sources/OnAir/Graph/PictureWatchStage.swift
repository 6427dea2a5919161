import OnAirMedia

/// Hands the newest picture of a tap to a closure, on a thread of its own: a slow one misses pictures and holds up nobody.
///
/// Input: the newest two; older ones are let go. Ends when it is asked to, when its input ends, when the closure has seen
/// enough, or at its deadline.
final class PictureWatchStage<Element: Sendable>: Stage {
    let name = "onair-preview"
    private let input: BoundedQueue<Element>
    private let stop: StopRequest
    private let deadline: HostTime?
    private let show: @Sendable (Element) -> Bool
    private let ended: @Sendable () -> Void

    /// - Parameters:
    ///   - deadline: when it ends by itself; nil for never.
    ///   - show: given each picture; false ends it.
    ///   - ended: called once, at the end.
    init(
        input: BoundedQueue<Element>, stop: StopRequest, deadline: HostTime? = nil,
        show: @escaping @Sendable (Element) -> Bool, ended: @escaping @Sendable () -> Void
    ) {
        self.input = input
        self.stop = stop
        self.deadline = deadline
        self.show = show
        self.ended = ended
    }

    func step(now: HostTime) -> StageWait {
        var newest: Element?
        while let element = input.pop() { newest = element }
        let isEnough = newest.map { stop.isRequested || !show($0) } ?? false
        if isEnough || stop.isRequested || input.isFinished || deadline.map({ now >= $0 }) ?? false {
            ended()
            return .finished
        }
        return .event(until: deadline)
    }
}
