import OnAirBeauty
import OnAirMedia
import OnAirTestKit
import Testing

@Suite("One list of filters gives way to another")
struct FilterChainTests {
    private func names(_ filters: [any PictureFilter]) -> [String] { filters.map(\.name) }

    private func prepared(_ texts: String...) throws -> PreparedFilters {
        try PreparedFilters(texts.map { text throws(FilterError) in try FilterStep(parsing: text) })
    }

    @Test("What is of the same kind in both lists is the same filter")
    func keeps() throws {
        let chain = FilterChain()
        let first = chain.use(try prepared("skin", "color:contrast=0.2"))
        let second = chain.use(try prepared("color:contrast=0.4", "skin:smooth=1"))
        #expect(names(first) == ["skin", "color"])
        // One of the two has changed its place: it goes out where it was, and comes in where it is to be.
        #expect(
            names(second).sorted() == ["color", "skin", "skin"] || names(second).sorted() == ["color", "color", "skin"])
        let kept = second.filter { filter in first.contains { $0 === filter } }
        #expect(kept.count == 2)
    }

    @Test("Adjustments and looks that follow each other are one filter")
    func collapses() throws {
        let filters = FilterChain().use(
            try prepared("color:contrast=0.2", "color:hue=20", "skin", "color:saturation=-1"))
        #expect(names(filters) == ["color", "skin", "color"])
    }

    @Test("What went out is gone at the next change, and no sooner")
    func leaves() throws {
        let chain = FilterChain()
        _ = chain.use(try prepared("skin"))
        #expect(names(chain.use(.none)) == ["skin"])
        #expect(names(chain.use(.none)).isEmpty)
        #expect(names(chain.use(try prepared("skin"))) == ["skin"])
    }

    @Test("A value out of its range is refused, however it was set")
    func refuses() {
        #expect(throws: FilterError.self) { try PreparedFilters([.skin(SkinSmoothing(smooth: 1.2))]) }
        #expect(throws: FilterError.self) { try PreparedFilters([.skin(SkinSmoothing(whiten: .nan))]) }
        #expect(throws: FilterError.self) { try PreparedFilters([.look(LookSettings(look: "no-such-look"))]) }
    }
}
