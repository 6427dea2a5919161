import OnAirMedia

/// Settings that go where they are wanted in 200 ms of program time, from the first picture that sees the wish.
/// Belongs to whoever processes pictures.
struct SettingsRamp<Settings: RampedSettings> {
    /// How long a change takes.
    static var duration: MediaTime { .milliseconds(200) }

    private var from: Settings
    private var target: Settings
    /// When the change began; nil where there is none.
    private var start: MediaTime?

    init(_ settings: Settings) { (from, target) = (settings, settings) }

    /// What holds at `time`, where `wanted` is where to go.
    mutating func settings(toward wanted: Settings, at time: MediaTime) -> Settings {
        if wanted != target { (from, target, start) = (current(at: time), wanted, time) }
        // A time line that begins again must not hold a change up.
        if let start, time < start { self.start = time }
        let settings = current(at: time)
        if settings == target { (from, start) = (target, nil) }
        return settings
    }

    private func current(at time: MediaTime) -> Settings {
        guard let start else { return target }
        let progress = (time - start).seconds / Self.duration.seconds
        return progress >= 1 ? target : from.toward(target, progress: max(progress, 0))
    }
}
