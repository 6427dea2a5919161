/// Which colour is taken away, and what is shown in its place.
public struct ChromaKey: Hashable, Sendable {
    /// The colour of the screen. Default a green one.
    public var color = KeyColor.green
    /// How far a colour may be from it and still be taken away: 0…1. Default 0.4.
    public var similarity = 0.4
    /// How softly that ends: 0…1. Default 0.1.
    public var smoothness = 0.1
    /// How much of the screen's light is taken off what stays: 0…1. Default 0.5.
    public var spill = 0.5
    /// What is shown instead: a colour, or the path of a picture file. Default black.
    public var background = "#000000"

    public init() {}
}

extension ChromaKey: FilterSettings {
    public static let filterName = "key"
    public static let summary = "Takes a screen's colour away and shows something else there."
    public static var fields: [FilterField<Self>] {
        [
            .text("color", \.color, form: "green, blue or #RRGGBB", "The colour of the screen."),
            .number("similarity", \.similarity, in: 0...1, "How far a colour may be from it."),
            .number("smoothness", \.smoothness, in: 0...1, "How softly that ends."),
            .number("spill", \.spill, in: 0...1, "How much of the screen's light is taken off what stays."),
            .text("background", \.background, form: "#RRGGBB or the path of a picture", "What is shown instead."),
        ]
    }
}
