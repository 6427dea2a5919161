/// A kind of file that pictures and sound are written into, by libavformat's name of it.
public enum MediaContainer: String, Sendable, CaseIterable {
    case mp4
    case matroska
    case flv

    /// What the ending of a file's name says: `.mp4`, `.mkv` or `.flv` in any case; nil for others.
    public init?(path: String) {
        switch path.split(separator: ".", omittingEmptySubsequences: false).last?.lowercased() {
        case "mp4": self = .mp4
        case "mkv": self = .matroska
        case "flv": self = .flv
        default: return nil
        }
    }
}
