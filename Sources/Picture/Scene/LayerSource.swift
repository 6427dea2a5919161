import OnAirMedia

/// What a layer shows.
public enum LayerSource: Hashable, Sendable {
    /// The camera's picture, turned upright, filtered.
    case camera
    /// A picture from a file: PNG, JPEG or WebP with its opacity; GIF, APNG and animated WebP play.
    case picture(path: String)
    /// A picture in memory.
    case bitmap(LayerBitmapSource)
    /// A text, with live variables.
    case text(TextLabel)
    /// A video from a file or a URL, looped; its sound can be mixed into the program.
    case video(LayerVideo)
    /// Strokes drawn by hand; its rectangle is what their points are fractions of.
    case strokes([BrushStroke])
    /// One colour.
    case color(LayerColor)
}
