import OnAirBeauty
import OnAirMedia
import OnAirPicture

/// Somebody who swaps the camera's filters at any time: a stage of its own, so that a step runner does the same for the
/// same seed.
final class FilterSwaps: Stage {
    let name = "swaps"
    private let controls: PictureControls
    private let count: Int
    private let chain = FilterChain()
    private var numbers: SeededNumbers
    private var swaps = 0
    private let seen: @Sendable ([any PictureFilter]) -> Void

    /// - Parameters:
    ///   - count: how many swaps there are.
    ///   - seen: told of each list.
    init(
        _ controls: PictureControls, seed: UInt64, count: Int,
        seen: @escaping @Sendable ([any PictureFilter]) -> Void
    ) {
        (self.controls, self.count, self.seen) = (controls, count, seen)
        numbers = SeededNumbers(seed)
    }

    func step(now: HostTime) -> StageWait {
        guard swaps < count else {
            controls.set { $0.filters = [] }
            return .finished
        }
        swaps += 1
        let steps = (0..<Int.random(in: 0...4, using: &numbers)).map { _ in step() }
        do throws(FilterError) {
            let prepared = try PreparedFilters(steps) { path throws(FilterError) in
                guard path == "picture" else { throw FilterError(.unreadable, "There is no \(path).") }
                return TestPicture.noise(PictureSize(width: 31, height: 17), seed: 3)
                    .make(0, at: HostTime(nanoseconds: 0))
            }
            let filters = chain.use(prepared)
            seen(filters)
            controls.set { $0.filters = filters }
        } catch {
            preconditionFailure("\(steps): \(error)")
        }
        return .event(until: now.advanced(byMilliseconds: Int64.random(in: 5...70, using: &numbers)))
    }

    /// A filter of any kind with every value in its range.
    private func step() -> FilterStep {
        var step = FilterCatalog.kinds.randomElement(using: &numbers).map(\.step) ?? .skin(SkinSmoothing())
        for parameter in type(of: step.settings).parameters {
            let value: FilterValue
            switch parameter.range {
            case .number(let range, _): value = .number(.random(in: range, using: &numbers))
            case .choice(let words): value = .text(words.randomElement(using: &numbers) ?? "")
            case .text:
                switch parameter.name {
                case "look": value = .text(Look.builtIn.randomElement(using: &numbers)?.name ?? "")
                case "background": value = .text(Bool.random(using: &numbers) ? "picture" : "#204060")
                default: continue
                }
            }
            do throws(FilterError) {
                try step.set(parameter.name, to: value)
            } catch {
                preconditionFailure("\(step) \(parameter.name): \(error)")
            }
        }
        return step
    }
}
