import OnAirMedia

/// How far a layer's video has got, for any thread to read.
package final class VideoPlayback: Sendable {
    /// What is known at one moment.
    package struct Snapshot: Equatable, Sendable {
        /// The instant at which the file's time 0 was, in its first loop; nil before the first picture. The sound of the
        /// same file belongs at this instant plus its own time.
        package var start: HostTime?
        /// The same instant in the program's time.
        package var startTime: MediaTime?
        /// How long one loop lasts; nil while it is not known.
        package var duration: MediaTime?
        /// Pictures shown.
        package var shown: Int64 = 0
        /// Pictures passed over because the next one was due already.
        package var skipped: Int64 = 0
        /// Broken packets and pictures.
        package var corrupt: Int64 = 0
        /// Whether there will be no more pictures; the last one stays.
        package var hasEnded = false
        /// Why, where it has failed.
        package var failure: LayerError?

        package init() {}
    }

    private let state = Lock(Snapshot())
    /// Who is to be told of the start, which is not known yet.
    private let waiting = Lock<[@Sendable (HostTime) -> Void]>([])
    private let epoch: HostTime

    /// - Parameter epoch: where the program's time starts.
    package init(epoch: HostTime) { self.epoch = epoch }

    package var snapshot: Snapshot { state.withLock { $0 } }

    /// Calls `body` once with the start: at once where it is known, else on the video's thread, between two pictures.
    package func whenStarted(_ body: @escaping @Sendable (HostTime) -> Void) {
        waiting.withLock { $0.append(body) }
        if let start = snapshot.start { tellStart(start) }
    }

    private func tellStart(_ start: HostTime) {
        let told = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for body in told { body(start) }
    }

    func setStart(_ start: HostTime) {
        update { snapshot in
            snapshot.start = start
            snapshot.startTime = start.time(since: epoch)
        }
        tellStart(start)
    }

    func update(_ body: (inout Snapshot) -> Void) { state.withLock { body(&$0) } }
}
