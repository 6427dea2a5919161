import OnAir
import OnAirTerminal

extension LivePlan {
    /// The filters that options ask for.
    ///
    /// - Parameter usual: those that there are where no option names one.
    /// - Throws: `UsageError` for a filter that is none, or a setting that it does not have.
    static func filters(
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
                steps.append(try FilterStep(parsing: text))
            } catch {
                throw UsageError(.badValue, "--\(name): \(error.message)", advice: error.advice)
            }
        }
        return onlyLooks ? usual + steps : steps
    }
}
