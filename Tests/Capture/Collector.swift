import OnAirMedia

/// Stands where the picture or sound stage would: takes what a source gives at the moment it is given, and keeps what
/// `note` makes of it. The item itself goes back to its pool, unless the note holds it.
final class Collector<Item: Sendable, Note: Sendable>: Stage {
    let name = "collector"
    let notes: Notes<Note>
    private let take: @Sendable () -> Item?
    private let isFinished: @Sendable () -> Bool
    private let note: @Sendable (_ item: Item, _ now: HostTime) -> Note

    init(
        notes: Notes<Note>, take: @escaping @Sendable () -> Item?, isFinished: @escaping @Sendable () -> Bool,
        note: @escaping @Sendable (_ item: Item, _ now: HostTime) -> Note
    ) {
        (self.notes, self.take, self.isFinished, self.note) = (notes, take, isFinished, note)
    }

    func step(now: HostTime) -> StageWait {
        while let item = take() { notes.append(note(item, now)) }
        return isFinished() ? .finished : .wake
    }
}

/// What a collector noted.
final class Notes<Note: Sendable>: Sendable {
    private let list = Lock<[Note]>([])

    func append(_ note: Note) { list.withLock { $0.append(note) } }

    var all: [Note] { list.withLock { $0 } }
}
