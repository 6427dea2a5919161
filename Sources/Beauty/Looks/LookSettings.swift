/// Which look, and how much of it.
public struct LookSettings: Hashable, Sendable {
    /// The name of a built-in look, or the path of a `.cube` file.
    public var look: String
    /// 0 (nothing) … 1 (all of it). Default 1.
    public var intensity: Double

    public init(look: String, intensity: Double = 1) {
        self.look = look
        self.intensity = intensity
    }

    public init() { self.init(look: "") }
}

extension LookSettings: FilterSettings {
    public static let filterName = "look"
    public static let summary = "A look: a built-in one, or a .cube file."
    public static var fields: [FilterField<Self>] {
        [
            .text("look", \.look, form: "a name that `onair looks` lists, or the path of a .cube file", "Which look."),
            .number("intensity", \.intensity, in: 0...1, "How much of it."),
        ]
    }
}
