import Foundation
import OnAirBeauty
import Testing

@Suite("Steps of filters in JSON")
struct FilterStepCodingTests {
    @Test("A step is its filter's name and what differs from the defaults")
    func writes() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let steps: [FilterStep] = [.skin(SkinSmoothing(family: .strong, smooth: 0.6)), .vignette(Vignette())]
        let text = String(decoding: try encoder.encode(steps), as: UTF8.self)
        #expect(text == #"[{"family":"strong","filter":"skin","smooth":0.6},{"filter":"vignette"}]"#)
    }

    @Test("A step is read from an object or from its text form")
    func reads() throws {
        #expect(try decode(#"{"filter": "skin", "smooth": 1}"#) == .skin(SkinSmoothing(smooth: 1)))
        #expect(try decode(#""look:film,intensity=0.5""#) == .look(LookSettings(look: "film", intensity: 0.5)))
    }

    @Test("Whatever a step is, it is the same after being written and read")
    func roundTrip() throws {
        var random = RandomSteps(seed: 3)
        let steps = try (0..<1000).map { _ in try random.next() }
        #expect(try JSONDecoder().decode([FilterStep].self, from: JSONEncoder().encode(steps)) == steps)
    }

    @Test(
        "A mistake is named, and what was meant",
        arguments: [
            (#"{"filter": "skni"}"#, "filter", "There is no filter “skni”. Did you mean “skin”?"),
            (#"{"filter": "skin", "smoth": 1}"#, "smoth", "The filter skin has no “smoth”. Did you mean “smooth”?"),
            (
                #"{"filter": "skin", "smooth": 2}"#, "smooth",
                "The filter skin cannot have smooth = “2”: it is a number 0…1."
            ),
            (
                #"{"filter": "skin", "smooth": "1"}"#, "smooth",
                "The filter skin cannot have smooth = “1”: it is a number 0…1."
            ),
            (
                #"{"filter": "skin", "smooth": true}"#, "smooth",
                "“smooth” of the filter skin is neither a number nor a text"
            ),
            (
                #"{"filter": "skin", "whiten": null}"#, "whiten",
                "“whiten” of the filter skin is neither a number nor a text"
            ),
            (#""skin:smooth=2""#, "", "The filter skin cannot have smooth = “2”: it is a number 0…1."),
        ])
    func refuses(json: String, key: String, description: String) throws {
        do {
            _ = try decode(json)
            Issue.record("\(json) was read")
        } catch DecodingError.dataCorrupted(let context) {
            #expect(context.debugDescription == description)
            #expect(context.codingPath.last?.stringValue ?? "" == key)
        }
    }

    @Test("A step that says no filter is refused", arguments: ["{}", "[]", "5", "null", #"{"smooth": 1}"#])
    func refusesWithoutName(json: String) {
        #expect(throws: DecodingError.self) { try decode(json) }
    }

    private func decode(_ json: String) throws -> FilterStep {
        try JSONDecoder().decode(FilterStep.self, from: Data(json.utf8))
    }
}
