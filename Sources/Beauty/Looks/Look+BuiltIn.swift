extension Look {
    /// All that come with this library, in the order they are listed.
    public static let builtIn: [Look] = colorful + toned + grey

    private static let colorful = [
        Look(
            "warm", "A touch of late sun on everything.",
            LookRecipe(adjustment: .init(temperature: 0.28), highlights: [0.012, 0.004, -0.012])),
        Look(
            "cool", "A touch of morning light, clean and blue.",
            LookRecipe(adjustment: .init(contrast: 0.05, temperature: -0.2), white: [0.985, 0.965, 1])),
        Look(
            "vivid", "Dull colours become strong, strong ones stay.",
            LookRecipe(adjustment: .init(contrast: 0.1), vibrance: 0.42)),
        Look(
            "crisp", "More contrast and a little more light, for tired cameras.",
            LookRecipe(adjustment: .init(brightness: 0.06, contrast: 0.28, temperature: -0.04), vibrance: 0.12)),
        Look(
            "soft", "Less contrast, more light, a little warmth.",
            LookRecipe(
                adjustment: .init(brightness: 0.1, contrast: -0.1, saturation: -0.06, temperature: 0.06),
                black: [0.025, 0.02, 0.022])),
        Look(
            "rosy", "Pink light that flatters faces.",
            LookRecipe(
                adjustment: .init(brightness: 0.06), vibrance: 0.1, shadows: [0.012, -0.006, 0.008],
                highlights: [0.03, -0.006, 0.008])),
        Look(
            "pastel", "Light, airy colours.",
            LookRecipe(
                adjustment: .init(brightness: 0.24, contrast: -0.16, saturation: -0.16), shadows: [0.01, 0, 0.014],
                highlights: [0.018, 0.002, 0.006], black: [0.062, 0.055, 0.06], white: [1, 0.99, 0.985])),
    ]

    private static let toned = [
        Look(
            "golden-hour", "The last hour of sun: gold in what is light, warm shadows.",
            LookRecipe(
                adjustment: .init(contrast: 0.04, temperature: 0.24), vibrance: 0.06,
                shadows: [0.016, 0, -0.012], highlights: [0.028, 0.018, -0.045], white: [0.995, 0.98, 0.94])),
        Look(
            "film", "Colour negative film: firm middle tones, soft ends, cool shadows.",
            LookRecipe(
                adjustment: .init(contrast: 0.22, saturation: -0.08), shadows: [-0.008, 0.003, 0.008],
                highlights: [0.012, 0.004, -0.012], black: [0.03, 0.032, 0.036], white: [0.985, 0.98, 0.965])),
        Look(
            "faded", "An old print: blacks have gone grey, colours pale.",
            LookRecipe(
                adjustment: .init(contrast: -0.06, saturation: -0.24), shadows: [0, 0, 0.006],
                highlights: [0.006, 0.003, -0.006], black: [0.1, 0.097, 0.1], white: [0.96, 0.955, 0.94])),
        Look(
            "teal-orange", "Cinema's pair: teal shadows, orange light.",
            LookRecipe(
                adjustment: .init(contrast: 0.14), vibrance: 0.14, shadows: [-0.055, 0.014, 0.048],
                highlights: [0.042, 0.008, -0.044])),
        Look(
            "seventies", "A slide from the family's box: yellow light, green-brown shadows.",
            LookRecipe(
                adjustment: .init(contrast: 0.04, saturation: -0.12, temperature: 0.16),
                shadows: [0.014, 0.012, -0.014],
                highlights: [0.028, 0.012, -0.036], black: [0.065, 0.055, 0.045], white: [0.985, 0.965, 0.9])),
        Look(
            "bleach", "Bleach bypass: hard light, little colour.",
            LookRecipe(
                adjustment: .init(contrast: 0.42, saturation: -0.45), shadows: [-0.006, 0.002, 0.008],
                highlights: [0.006, 0.004, -0.006])),
        Look(
            "night", "Dusk: darker, blue shadows, lamps stay warm.",
            LookRecipe(
                adjustment: .init(brightness: -0.44, contrast: 0.08, saturation: -0.16, temperature: -0.38),
                shadows: [-0.01, 0, 0.016], white: [1, 0.95, 0.9])),
    ]

    private static let grey = [
        Look("mono", "Black and white.", LookRecipe(grey: [0.3, 0.55, 0.15], adjustment: .init(contrast: 0.08))),
        Look(
            "noir", "Black and white with deep shadows and hard light.",
            LookRecipe(grey: [0.38, 0.5, 0.12], adjustment: .init(brightness: -0.12, contrast: 0.62))),
        Look(
            "silver", "Black and white, soft and bright, a breath of blue.",
            LookRecipe(
                grey: [0.42, 0.46, 0.12], adjustment: .init(brightness: 0.14, contrast: -0.04),
                shadows: [-0.008, 0, 0.014], highlights: [-0.003, 0, 0.006], black: [0.03, 0.032, 0.038])),
        Look(
            "sepia", "Brown and cream, as a hundred years ago.",
            LookRecipe(
                grey: [0.32, 0.54, 0.14], shadows: [0.074, 0.004, -0.046], highlights: [0.05, 0.002, -0.054],
                black: [0.048, 0.034, 0.026], white: [1, 0.965, 0.9])),
    ]
}
