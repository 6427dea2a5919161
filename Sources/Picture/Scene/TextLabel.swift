/// A text in any script.
///
/// Live variables in braces are replaced: `{clock}` (local time of day, `HH:MM:SS`), `{clock:FORMAT}` with a format of
/// strftime(3), `{duration}` (since going live, `H:MM:SS`), `{bitrate}` (kbit/s encoded), `{fps}`, and those the app sets by
/// name. `{{` is a brace. The text is drawn anew only when what it says changes.
public struct TextLabel: Hashable, Sendable, Codable {
    /// Which edge lines are flush with; `start` is the left in scripts written to the right.
    public enum Alignment: String, Hashable, Sendable, Codable, CaseIterable { case start, center, end }

    /// What it says; may have several lines.
    public var text: String
    /// The font in Pango's words without a size, such as `Sans Bold Italic`. Default `Monospace`: a clock does not
    /// jitter.
    public var font: String
    /// Height of a line: a fraction of the canvas's height where at most 1, else pixels of the canvas. Default nil: so
    /// that the text fills its layer's rectangle.
    public var size: Double?
    /// Default white. Its alpha multiplies the layer's.
    public var color: LayerColor
    /// Behind the text; default nil, nothing.
    public var background: LayerColor?
    /// Around the letters; default nil, nothing.
    public var outline: LayerColor?
    /// Width of the outline as a part of a line's height, 0…0.5. Default 0.08.
    public var outlineWidth: Double
    /// Behind the letters; default nil, nothing.
    public var shadow: LayerColor?
    /// How far the shadow is moved right and down, as a part of a line's height, −1…1. Default 0.06.
    public var shadowOffset: Double
    /// Default start.
    public var alignment: Alignment
    /// Lines longer than this are wrapped: a fraction of the canvas's width where at most 1, else pixels of the canvas.
    /// Default nil: not wrapped. Needs `size`.
    public var wrapWidth: Double?

    public init(
        _ text: String, font: String = "Monospace", size: Double? = nil, color: LayerColor = .white,
        background: LayerColor? = nil, outline: LayerColor? = nil, outlineWidth: Double = 0.08,
        shadow: LayerColor? = nil, shadowOffset: Double = 0.06, alignment: Alignment = .start,
        wrapWidth: Double? = nil
    ) {
        self.text = text
        self.font = font
        self.size = size
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

extension TextLabel {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case text, font, size, color, background, outline, outlineWidth, shadow, shadowOffset, alignment, wrapWidth
    }

    /// Reads a label; what it says nothing of has its default.
    public init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownKeys(CodingKeys.allCases.map(\.stringValue), of: "a text")
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(try values.decode(String.self, forKey: .text))
        font = try values.decodeIfPresent(String.self, forKey: .font) ?? font
        size = try values.decodeIfPresent(Double.self, forKey: .size)
        color = try values.decodeIfPresent(LayerColor.self, forKey: .color) ?? color
        background = try values.decodeIfPresent(LayerColor.self, forKey: .background)
        outline = try values.decodeIfPresent(LayerColor.self, forKey: .outline)
        outlineWidth = try values.decodeIfPresent(Double.self, forKey: .outlineWidth) ?? outlineWidth
        shadow = try values.decodeIfPresent(LayerColor.self, forKey: .shadow)
        shadowOffset = try values.decodeIfPresent(Double.self, forKey: .shadowOffset) ?? shadowOffset
        alignment = try values.word(Alignment.self, forKey: .alignment) ?? alignment
        wrapWidth = try values.decodeIfPresent(Double.self, forKey: .wrapWidth)
    }
}
