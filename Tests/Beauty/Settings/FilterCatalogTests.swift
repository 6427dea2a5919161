import OnAirBeauty
import Testing

@Suite("The catalogue of filters")
struct FilterCatalogTests {
    @Test("Every kind has a name of its own, and every parameter of it too; none is called as JSON calls the kind")
    func names() {
        let names = FilterCatalog.kinds.map(\.name)
        #expect(names == ["skin", "color", "look", "sharpen", "vignette", "key", "effect"])
        for kind in FilterCatalog.kinds {
            let parameters = kind.parameters.map(\.name)
            #expect(Set(parameters).count == parameters.count)
            #expect(!parameters.contains("filter"))
            #expect(kind.summary.hasSuffix(".") && kind.parameters.allSatisfy { $0.meaning.hasSuffix(".") })
        }
    }

    @Test("Defaults are within their ranges and are what a new step has")
    func defaults() throws {
        for kind in FilterCatalog.kinds {
            var step = kind.step
            for parameter in kind.parameters {
                #expect(step.value(of: parameter.name) == parameter.defaultValue)
                try step.set(parameter.name, to: parameter.defaultValue)
            }
            #expect(step == kind.step)
            #expect(try FilterStep(named: kind.name) == kind.step)
        }
    }

    @Test("A value alone is the look, the effect, the key's colour, the family of skin, and what is only one")
    func mainParameters() {
        let main = FilterCatalog.kinds.map { $0.mainParameter?.name }
        #expect(main == ["family", nil, "look", "amount", nil, "color", "effect"])
    }
}
