import COnAirSystem

/// The system's wall clock, as the kernel sees it.
public enum WallClock {
    /// Whether a time server keeps it right (`STA_UNSYNC` of adjtimex(2)); nil where the kernel does not tell.
    public static var isSynchronized: Bool? {
        let answer = onair_clock_is_synchronized()
        return answer < 0 ? nil : answer == 1
    }
}
