import OnAirMedia

/// Measures how many pictures a camera captures in a second, from numbers and times alone, so that pictures nobody took
/// count too.
struct CaptureRate {
    /// Over the last whole second; 0 before it has passed.
    private(set) var picturesPerSecond = 0.0
    private var start: (sequence: Int64, captureTime: HostTime)?

    mutating func add(sequence: Int64, captureTime: HostTime) {
        guard let start, sequence > start.sequence, captureTime > start.captureTime else {
            self.start = (sequence, captureTime)
            return
        }
        let length = captureTime.nanoseconds(since: start.captureTime)
        guard length >= 1_000_000_000 else { return }
        picturesPerSecond = Double(sequence - start.sequence) * 1e9 / Double(length)
        self.start = (sequence, captureTime)
    }
}
