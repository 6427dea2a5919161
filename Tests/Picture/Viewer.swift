import OnAirMedia

/// Drains the program and shows each picture to a test.
final class Viewer: Stage {
    let name = "viewer"
    private let queue: BoundedQueue<ProgramPicture>
    private let note: @Sendable (ProgramPicture) -> Void

    init(_ queue: BoundedQueue<ProgramPicture>, note: @escaping @Sendable (ProgramPicture) -> Void) {
        self.queue = queue
        self.note = note
    }

    func step(now: HostTime) -> StageWait {
        while let picture = queue.pop() { note(picture) }
        return queue.isFinished ? .finished : .wake
    }
}
