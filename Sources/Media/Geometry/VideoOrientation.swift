/// How the program stands, as a person holding the camera would say.
///
/// A Linux camera delivers `landscapeRight`: its picture stands upright as it is. The others are that picture turned.
public enum VideoOrientation: String, CaseIterable, Hashable, Sendable, Codable {
    /// Upright and taller than wide: a quarter clockwise from the camera's picture.
    case portrait
    /// Portrait on its head: a quarter counter-clockwise.
    case upsideDown
    /// Wider than tall, on its head: half a turn.
    case landscapeLeft
    /// Wider than tall, as the camera gives it.
    case landscapeRight

    /// What to do to the camera's picture.
    public var turn: ImageOrientation {
        switch self {
        case .landscapeRight: .up
        case .portrait: .right
        case .landscapeLeft: .down
        case .upsideDown: .left
        }
    }

    /// Whether the program is taller than wide.
    public var isPortrait: Bool { turn.exchangesAxes }

    /// The canvas for a preview dimension, whose larger side is called width: turned by this orientation.
    public func canvas(for dimension: PictureSize) -> PictureSize {
        let wide = PictureSize(
            width: max(dimension.width, dimension.height), height: min(dimension.width, dimension.height))
        return isPortrait ? wide.transposed : wide
    }
}
