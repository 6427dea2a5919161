/// Which colour is taken away, and what is shown in its place.
///
/// The colour of each pixel is measured in the Cb/Cr plane, whose middle is grey, in units of the screen's own distance from
/// grey: x along the screen's hue (1 at the screen, 0 at grey) and z across it. A weaker or stronger light on the screen only
/// moves along x. Then
///
/// - where a pixel's luma is m of the screen's, 0.4…1, it has lost colour too, and x counts 1 + 2.5 · `similarity` · (1 − m)
///   times in a = max(0, 1 − x); with that and b = 6 · max(0, |z| − x / 2) its distance d from the screen is √(a² + b²), at
///   most 1 and right to 3 %: 0 at the screen and at what is lit more, 1 at grey and most other colours; hues within 27° of
///   the screen's count as its own; towards black (luma 26…18) and white (219…235) it goes to 1, since colours there are noise;
/// - its opacity is (d − `similarity`) / `smoothness`, kept in 0…1;
/// - of what stays, `spill` · max(0, x − |z|) of the screen's colour is taken off; luma stays.
///
/// x and z come from chroma enlarged to the size of luma, linear between samples. A screen that is nearer to grey than 24
/// codes is none: nothing is taken away.
public struct ChromaKey: Hashable, Sendable {
    /// The colour of the screen. Default a green one.
    public var color = KeyColor.green
    /// How far a colour may be from it and still be taken away: 0…1, where 1 is grey. Default 0.55.
    public var similarity = 0.55
    /// How softly that ends: 0…1; below 1/64 counts as that. Default 0.3.
    public var smoothness = 0.3
    /// How much of the screen's light is taken off what stays: 0…1. Default 0.8.
    public var spill = 0.8
    /// What is shown instead: a colour, or the path of a picture file. Default black.
    public var background = "#000000"

    public init() {}

    public init(
        color: KeyColor, similarity: Double = 0.55, smoothness: Double = 0.3, spill: Double = 0.8,
        background: String = "#000000"
    ) {
        (self.color, self.similarity, self.smoothness) = (color, similarity, smoothness)
        (self.spill, self.background) = (spill, background)
    }

    /// What `background` says: a colour where it reads as one (`#RRGGBB`, `RRGGBB`, `green`, `blue`), else a path.
    public var shownBackground: KeyBackground {
        if let color = KeyColor(background) { return .color(color) }
        return .picture(path: background)
    }
}

extension ChromaKey: FilterSettings {
    public static let filterName = "key"
    public static let summary = "Takes a screen's colour away and shows something else there."
    public static var fields: [FilterField<Self>] {
        [
            .text("color", \.color, form: "green, blue or #RRGGBB", "The colour of the screen."),
            .number("similarity", \.similarity, in: 0...1, "How far a colour may be from it; 1 is grey."),
            .number("smoothness", \.smoothness, in: 0...1, "How softly that ends."),
            .number("spill", \.spill, in: 0...1, "How much of the screen's light is taken off what stays."),
            .text("background", \.background, form: "#RRGGBB or the path of a picture", "What is shown instead."),
        ]
    }
}

extension ChromaKey: RampedSettings {
    func toward(_ target: Self, progress: Double) -> Self {
        var settings = target
        settings.similarity = Self.between(similarity, target.similarity, progress)
        settings.smoothness = Self.between(smoothness, target.smoothness, progress)
        settings.spill = Self.between(spill, target.spill, progress)
        return settings
    }
}
