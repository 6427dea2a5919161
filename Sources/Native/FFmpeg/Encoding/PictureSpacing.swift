/// Notices when only every n-th grid point has a picture. A pure value.
///
/// x264 divides its bitrate by the rate it was opened with, and must be told to give each picture n times as much when
/// the program's rate has been lowered. (Its own way, variable rate input, would hold every picture back by one.)
package struct PictureSpacing: Equatable {
    /// Grid points from one picture to the next, 1…16: the last gap that has come four times in a row.
    package private(set) var spacing = 1
    private var lastIndex: Int64?
    private var gap: Int64 = 1
    private var repeats = 0

    package init() {}

    /// Takes the next picture's index; true when `spacing` has changed.
    package mutating func note(_ index: Int64) -> Bool {
        defer { lastIndex = index }
        guard let lastIndex else { return false }
        let newGap = index - lastIndex
        repeats = newGap == gap ? repeats + 1 : 1
        gap = newGap
        guard repeats >= 4, (1...16).contains(gap), Int(gap) != spacing else { return false }
        spacing = Int(gap)
        return true
    }
}
