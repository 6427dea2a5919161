/// How far the treatment of a clip is, in words.
public enum BeautyProgress {
    /// One line, such as `00:00:12 of 00:01:00, 20 %, 3.4 times as fast as it plays`.
    ///
    /// - Parameters:
    ///   - done: seconds of the clip.
    ///   - total: its length; nil where it does not tell.
    ///   - elapsed: seconds since the beginning.
    public static func line(done: Double, total: Double?, elapsed: Double) -> String {
        var text = Decimals.clock(done)
        if let total, total > 0 {
            let percent = Int((min(max(done / total, 0), 1) * 100).rounded(.down))
            text += " of \(Decimals.clock(total)), \(percent) %"
        }
        if elapsed >= 0.5, let speed = Decimals.text(done / elapsed, places: 1) {
            text += ", \(speed) times as fast as it plays"
        }
        return text
    }
}
