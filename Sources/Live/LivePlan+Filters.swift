import OnAir
import OnAirTerminal

extension LivePlan {
    /// The filters that options ask for.
    ///
    /// - Parameter usual: those that there are where no option names one.
    /// - Throws: `UsageError` for a filter that is none, or a setting that it does not have.
    package static func filters(
        _ options: [LiveOptions.Filter], usual: [FilterStep]
    ) throws(UsageError) -> [FilterStep] {
        guard !options.contains(.step("none")) else { return [] }
        var steps: [FilterStep] = []
        var onlyLooks = true
        for option in options {
            let (name, text): (String, String)
            switch option {
            case .step(let words): (name, text, onlyLooks) = ("filter", words, false)
            case .look(let words): (name, text) = ("look", "\(LookSettings.filterName):\(words)")
            }
            do throws(FilterError) {
                let step = try FilterStep(parsing: text)
                // Whether a file is one is known once it is read.
                if case .look(let settings) = step, !settings.look.hasSuffix(".cube") { _ = try Look(settings) }
                steps.append(step)
            } catch {
                throw UsageError(.badValue, "--\(name): \(error.message)", advice: error.advice)
            }
        }
        let all = onlyLooks ? usual + steps : steps
        guard all.count <= VideoConfiguration.filterLimit else {
            throw UsageError(
                .badValue, "\(all.count) filters are more than \(VideoConfiguration.filterLimit).",
                advice: "Looks count too, and the default skin where no --filter is given.")
        }
        return all
    }
}
