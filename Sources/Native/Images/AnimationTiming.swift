import OnAirMedia

/// How long a picture of an animation shows.
enum AnimationTiming {
    /// `value / timescale` seconds, and 100 ms where that is 10 ms or less: what browsers do, because old programs played
    /// no faster and many files rely on it.
    static func duration(_ value: Int64, _ timescale: Int64) -> MediaTime {
        let time = MediaTime(value: value, timescale: timescale)
        return time <= .milliseconds(10) ? .milliseconds(100) : time
    }
}
