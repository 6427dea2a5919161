/// How a snapshot is written.
public enum SnapshotFormat: Hashable, Sendable {
    /// Portable Network Graphics: without loss.
    case png
    /// JPEG of a quality from 1 to 100.
    case jpeg(quality: Int)

    /// The format that the ending of a file's name says: `.png`, or `.jpg` and `.jpeg` of quality 90; nil for others.
    public init?(path: String) {
        let ending = path.split(separator: ".", omittingEmptySubsequences: false).last?.lowercased()
        switch ending {
        case "png": self = .png
        case "jpg", "jpeg": self = .jpeg(quality: 90)
        default: return nil
        }
    }
}
