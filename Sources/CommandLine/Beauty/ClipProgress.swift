import OnAirMedia
import OnAirTerminal

/// The line that tells how far a clip is, where a terminal shows it.
struct ClipProgress {
    private static let interval = MediaTime.milliseconds(200)

    private let total: MediaTime?
    private let clock: any HostClock
    private let begun: HostTime
    private let isShown: Bool
    private var line = StatusLine()
    private var lastShown: HostTime?

    init(total: MediaTime?, clock: any HostClock) {
        (self.total, self.clock) = (total, clock)
        begun = clock.now
        isShown = Console.errorIsTerminal
    }

    /// Shows that the picture at `time` is done; not more often than anybody can read.
    mutating func show(_ time: MediaTime) {
        guard isShown else { return }
        let now = clock.now
        if let lastShown, now.time(since: lastShown) < Self.interval { return }
        lastShown = now
        let text = BeautyProgress.line(
            done: time.seconds, total: total?.seconds, elapsed: now.time(since: begun).seconds)
        Console.write(line.show(text, columns: Console.columns), to: .standardError)
    }

    /// Leaves nothing of it.
    mutating func end() { if isShown { Console.write(line.clear(), to: .standardError) } }
}
