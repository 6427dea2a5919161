/// Brightness, contrast, saturation, hue and temperature.
public struct ColorAdjustment: Hashable, Sendable {
    /// −1…1, of the range from black to white. Default 0.
    public var brightness = 0.0
    /// −1 (grey) … 0 (as it is) … 1 (twice as much), about the middle. Default 0.
    public var contrast = 0.0
    /// −1 (grey) … 0 (as it is) … 1 (twice as much). Default 0.
    public var saturation = 0.0
    /// Degrees all colours are turned by: −180…180. Default 0.
    public var hue = 0.0
    /// −1 (colder) … 0 (as it is) … 1 (warmer). Default 0.
    public var temperature = 0.0

    public init() {}
}

extension ColorAdjustment: FilterSettings {
    public static let filterName = "color"
    public static let summary = "Brightness, contrast, saturation, hue and temperature."
    public static var fields: [FilterField<Self>] {
        [
            .number("brightness", \.brightness, in: -1...1, "Darker below 0, lighter above."),
            .number("contrast", \.contrast, in: -1...1, "Flatter below 0, harder above."),
            .number("saturation", \.saturation, in: -1...1, "−1 is grey, 1 twice the colour."),
            .number("hue", \.hue, in: -180...180, unit: "degrees", "Turns all colours."),
            .number("temperature", \.temperature, in: -1...1, "Colder below 0, warmer above."),
        ]
    }
}
