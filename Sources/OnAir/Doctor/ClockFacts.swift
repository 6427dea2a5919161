import OnAirSystem

/// The clocks of a machine.
public struct ClockFacts: Sendable, Equatable {
    /// What the kernel counts time with, such as `tsc`; nil where it does not tell.
    public var source: String?
    /// Whether a time server keeps the wall clock right; nil where the kernel does not tell.
    public var isSynchronized: Bool?

    public init() {}

    package init(reading files: SystemFiles) {
        source = files.word("/sys/devices/system/clocksource/clocksource0/current_clocksource")
        isSynchronized = WallClock.isSynchronized
    }
}
