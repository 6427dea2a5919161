/// Brightness, contrast, saturation, hue and temperature.
///
/// With `x` a channel in display codes, 0 (black) … 1 (white), done in this order:
///
/// 1. brightness: `x ← k·x / (1 + (k − 1)·x)` with `k = 4^brightness`. Black and white stay; middle grey, 0.5, becomes 0.8
///    at 1 and 0.2 at −1. A brightness undoes its opposite.
/// 2. contrast: from 0 up, `x` is moved away from 0.5 by a curve whose slope is `s = 1 + contrast` in the middle and `1 / s`
///    at black and white, which stay: with `u = 1 − |2x − 1|`, `x ← 0.5 ± (1 − u / (s − (s − 1)·u)) / 2`. Below 0,
///    `x ← 0.5 + (1 + contrast)·(x − 0.5)`.
/// 3. temperature: red, green and blue times `2^(t/4)`, 1 and `2^(−t/3)`, all divided by the luma of these three, so that a
///    grey keeps its luma.
/// 4. saturation: `x ← luma + (1 + saturation)·(x − luma)`.
/// 5. hue: colour differences (Cb, Cr) turned by the angle, luma kept; from red by way of yellow to green.
///
/// Luma has the weights of ITU-R BT.709-6 whatever the picture's matrix, since the primaries are the same. What leaves 0…1
/// is clamped at the end. At 0 everything is exactly as it was.
public struct ColorAdjustment: Hashable, Sendable {
    /// −1 (darker) … 0 (as it is) … 1 (lighter); black and white stay. Default 0.
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

    public init(
        brightness: Double = 0, contrast: Double = 0, saturation: Double = 0, hue: Double = 0, temperature: Double = 0
    ) {
        (self.brightness, self.contrast, self.saturation) = (brightness, contrast, saturation)
        (self.hue, self.temperature) = (hue, temperature)
    }
}

extension ColorAdjustment: FilterSettings {
    public static let filterName = "color"
    public static let summary = "Brightness, contrast, saturation, hue and temperature."
    public static var fields: [FilterField<Self>] {
        [
            .number("brightness", \.brightness, in: -1...1, "Darker below 0, lighter above; black and white stay."),
            .number("contrast", \.contrast, in: -1...1, "Flatter below 0, harder above."),
            .number("saturation", \.saturation, in: -1...1, "−1 is grey, 1 twice the colour."),
            .number("hue", \.hue, in: -180...180, unit: "degrees", "Turns all colours."),
            .number("temperature", \.temperature, in: -1...1, "Colder below 0, warmer above."),
        ]
    }
}
