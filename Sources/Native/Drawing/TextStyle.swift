import OnAirMedia

/// How a text looks.
public struct TextStyle: Hashable, Sendable {
    /// Which edge lines are flush with; `start` is the left in scripts written to the right, else the right.
    public enum Alignment: String, Hashable, Sendable { case start, center, end }

    /// How large the text becomes.
    public enum Extent: Hashable, Sendable {
        /// Lines of `lineHeight` pixels, above 0; the bitmap is as large as they are.
        case natural(lineHeight: Double)
        /// So that all lines together fill `height` pixels; as wide as they are then.
        case height(Int)
        /// So that the longest line fills `width` pixels; as high as all lines are then.
        case width(Int)
        /// In a bitmap of this size: with lines of `lineHeight` pixels, cut where they stand out, or where that is nil as
        /// large as fits.
        case box(PictureSize, lineHeight: Double?)
    }

    /// The font in Pango's words; a size in it has no effect. Default `Monospace`.
    public var font: String
    public var extent: Extent
    /// Default white. Its alpha is that of the whole drawing, background and shadow included.
    public var color: DrawingColor
    /// Behind the text; default nil, nothing.
    public var background: DrawingColor?
    /// Around the letters; default nil, nothing. Colour emoji have none.
    public var outline: DrawingColor?
    /// Width of the outline as a part of a line's height. Default 0.08.
    public var outlineWidth: Double
    /// Behind the letters; default nil, nothing.
    public var shadow: DrawingColor?
    /// How far the shadow is moved right and down as a part of a line's height. Default 0.06.
    public var shadowOffset: Double
    /// Default start.
    public var alignment: Alignment
    /// Lines longer than this, in pixels, are wrapped; nil, the default, wraps none.
    public var wrapWidth: Double?

    public init(
        font: String = "Monospace", extent: Extent,
        color: DrawingColor = DrawingColor(red: 255, green: 255, blue: 255), background: DrawingColor? = nil,
        outline: DrawingColor? = nil, outlineWidth: Double = 0.08, shadow: DrawingColor? = nil,
        shadowOffset: Double = 0.06, alignment: Alignment = .start, wrapWidth: Double? = nil
    ) {
        self.font = font
        self.extent = extent
        self.color = color
        self.background = background
        self.outline = outline
        self.outlineWidth = outlineWidth
        self.shadow = shadow
        self.shadowOffset = shadowOffset
        self.alignment = alignment
        self.wrapWidth = wrapWidth
    }
}
