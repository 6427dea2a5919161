import OnAirMedia
import OnAirPublish

/// Keeps the events of a destination with their times.
final class TimedEvents: Sendable {
    /// An event and when it came, in milliseconds.
    struct Heard: Sendable {
        let at: Int64
        let attempt: Int
        let kind: DestinationEvent.Kind
    }

    private let clock: any HostClock
    private let kept = Lock<[Heard]>([])

    init(clock: any HostClock) { self.clock = clock }

    func add(_ event: DestinationEvent) {
        let heard = Heard(at: clock.now.nanoseconds / 1_000_000, attempt: event.attempt, kind: event.kind)
        kept.withLock { $0.append(heard) }
    }

    var all: [Heard] { kept.withLock { $0 } }

    /// The first event at or after `time` that `matches`.
    func first(since time: Int64 = 0, where matches: (DestinationEvent.Kind) -> Bool) -> Heard? {
        all.first { $0.at >= time && matches($0.kind) }
    }

    /// What is wrong with the order: nil where each attempt was told to be over exactly once, as its last event, attempts
    /// were counted one by one, and none but the last ended the destination.
    var disorder: String? {
        let events = all
        guard let first = events.first?.attempt, let last = events.last?.attempt else { return "no events" }
        for attempt in first...last {
            let mine = events.filter { $0.attempt == attempt }
            let closings = mine.filter { $0.kind.isClosing }
            guard closings.count == 1, mine.last?.kind.isClosing == true else {
                return "attempt \(attempt): \(mine.map(\.kind))"
            }
            if case .ended = mine.last?.kind, attempt != last { return "ended before the last attempt" }
            if case .lost = mine.last?.kind, attempt == last { return "the last attempt did not end it" }
        }
        return events.map(\.attempt) == events.map(\.attempt).sorted() ? nil : "attempts are mixed"
    }
}

extension DestinationEvent.Kind {
    /// It tells that an attempt is over.
    var isClosing: Bool {
        switch self {
        case .lost, .ended: true
        default: false
        }
    }

    /// It tells people that something is wrong.
    var isAlarm: Bool {
        switch self {
        case .lost, .ended, .noProgress: true
        default: false
        }
    }

    /// In a few words for a table.
    var words: String {
        switch self {
        case .lost(let error, _): "lost, \(error.code)"
        case .ended(.failed(let error)): "ended, \(error.code)"
        case .ended: "ended"
        case .noProgress: "no progress"
        default: "\(self)"
        }
    }
}
