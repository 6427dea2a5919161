import OnAirMedia
import OnAirPicture

/// Who looks at the pictures, and what changes them beside the configuration.
extension BroadcastGraph {
    /// Takes over what the app changes pictures with.
    func apply(_ hooks: PictureHooks) { capture.apply(hooks) }

    /// Hands the preview's pictures to `show`, on a thread of its own, the newest ones only. Nil in a program without
    /// pictures.
    ///
    /// - Parameter show: false ends it.
    package func watchPreview(
        until deadline: HostTime? = nil, _ show: @escaping @Sendable (Picture) -> Bool,
        ended: @escaping @Sendable () -> Void = {}
    ) -> StopRequest? {
        guard let preview = capture.preview else { return nil }
        let turn = capture.previewTurn
        return watch(preview, until: deadline, { show(turn.turned($0)) }, ended)
    }

    /// The same of the pictures that viewers get.
    package func watchStream(
        until deadline: HostTime? = nil, _ show: @escaping @Sendable (Picture) -> Bool,
        ended: @escaping @Sendable () -> Void = {}
    ) -> StopRequest? {
        guard capture.pictureControls != nil else { return nil }
        return watch(capture.pictures, until: deadline, { show($0.picture) }, ended)
    }

    private func watch<Element: Sendable>(
        _ tap: Tap<Element>, until deadline: HostTime?, _ show: @escaping @Sendable (Element) -> Bool,
        _ ended: @escaping @Sendable () -> Void
    ) -> StopRequest {
        let signal = runner.makeSignal()
        // One being shown and one that waits.
        let queue = BoundedQueue<Element>(capacity: 2, consumer: signal)
        let stop = StopRequest(signal: signal)
        let stage = PictureWatchStage(
            input: queue, stop: stop, deadline: deadline, show: show,
            ended: {
                tap.detach(queue)
                ended()
            })
        runner.add(stage, signal: signal)
        // What whoever looks misses is no loss of the broadcast's.
        tap.attach(queue, ledger: DropLedger(), reason: .skipped)
        return stop
    }
}
