import OnAir
import OnAirBeauty
import OnAirLive
import OnAirMedia
import OnAirTerminal

/// What filters a command line comes to. A pure value.
struct BeautyPlan {
    /// In the order they are done.
    let steps: [FilterStep]

    /// - Throws: `UsageError` that names the option and what is wrong with it.
    init(_ options: BeautyOptions) throws(UsageError) {
        let asked = try LivePlan.filters(options.filters, usual: [])
        let isSkinUsual = options.filters.allSatisfy { if case .look = $0 { true } else { false } }
        steps = isSkinUsual || !options.skin.isEmpty ? [try Self.skin(options.skin)] + asked : asked
        guard steps.count <= VideoConfiguration.filterLimit else {
            throw UsageError(
                .badValue, "\(steps.count) filters are more than \(VideoConfiguration.filterLimit).",
                advice: "Leave some out, or treat OUT once more.")
        }
    }

    /// Natural skin, and what is set otherwise; a level sets all that is not.
    private static func skin(_ settings: [BeautyOptions.Setting]) throws(UsageError) -> FilterStep {
        let family = settings.first { $0.parameter == "family" }
        let level = settings.first { $0.parameter == "level" }
        var step = FilterStep.skin(SkinSmoothing(family: .natural))
        if let family { try set(family, of: &step) }
        if let level, case .skin(let now) = step {
            guard let number = Int(level.value), SkinSmoothing.levels.contains(number) else {
                throw UsageError(
                    .badValue, "--level cannot be \"\(level.value)\".",
                    advice:
                        "It is a number from \(SkinSmoothing.levels.lowerBound) to \(SkinSmoothing.levels.upperBound).")
            }
            step = .skin(SkinSmoothing(family: now.family, level: number))
        }
        for setting in settings where !["family", "level"].contains(setting.parameter) { try set(setting, of: &step) }
        return step
    }

    private static func set(_ setting: BeautyOptions.Setting, of step: inout FilterStep) throws(UsageError) {
        do throws(FilterError) {
            let value = Double(setting.value).map(FilterValue.number) ?? .text(setting.value)
            try step.set(setting.parameter, to: value)
        } catch {
            throw UsageError(.badValue, "--\(setting.parameter): \(error.message)", advice: error.advice)
        }
    }
}
