import OnAirDrawing
import OnAirImages
import OnAirMedia

/// What makes the content of two layers the same.
enum LayerKey: Hashable, Sendable {
    /// A file in one state: replaced on disk, it is another.
    case picture(path: String, stamp: ImageFile.Stamp)
    case bitmap(ObjectIdentifier)
    case text(String, TextStyle)
    case strokes([DrawnStroke], on: PictureSize)
    case video(path: String, loops: Bool)
}
