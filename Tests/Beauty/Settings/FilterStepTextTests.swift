import OnAirBeauty
import OnAirTestKit
import Testing

@Suite("Steps of filters as text")
struct FilterStepTextTests {
    @Test("What differs from the defaults is written, the main value alone and first")
    func writes() throws {
        #expect(FilterStep.skin(SkinSmoothing()).description == "skin")
        #expect(FilterStep.skin(SkinSmoothing(smooth: 0.6, whiten: 0)).description == "skin:smooth=0.6,whiten=0")
        #expect(FilterStep.skin(SkinSmoothing(family: .strong, ruddy: -1)).description == "skin:strong,ruddy=-1")
        #expect(FilterStep.look(LookSettings(look: "film", intensity: 0.5)).description == "look:film,intensity=0.5")
        #expect(FilterStep.look(LookSettings(look: "a, b=c.cube")).description == "look:a\\, b\\=c.cube")
        var key = ChromaKey()
        key.background = "C:\\a=b,c "
        #expect(FilterStep.key(key).description == "key:background=C:\\\\a=b\\,c\\ ")
        var sharpen = Sharpening()
        sharpen.amount = 1
        #expect(FilterStep.sharpen(sharpen).description == "sharpen:1")
    }

    @Test(
        "What people write is read",
        arguments: [
            ("skin", "skin"), (" skin ", "skin"),
            ("skin: smooth = 0.6 , whiten=0 ", "skin:smooth=0.6,whiten=0"),
            ("skin:family=natural", "skin:natural"), ("skin:smooth=0.5,family=light", "skin"),
            ("sharpen:amount=1e0", "sharpen:1"),
            ("look:looks/my film.cube", "look:looks/my film.cube"), ("look:\\a\\b", "look:ab"),
            ("look:look=a=b", "look:a\\=b"),
            ("effect:flash,strength=1", "effect:flash,strength=1"), ("key:#00B140", "key"), ("key:blue", "key:#0047bb"),
            ("look:http://a:1/b.cube", "look:http://a:1/b.cube"),
        ])
    func reads(text: String, same: String) throws {
        #expect(try FilterStep(parsing: text).description == same)
        #expect(FilterStep(text) == FilterStep(same))
    }

    @Test(
        "A mistake is named, and what was meant",
        arguments: [
            ("skni", "filter-unknown", "There is no filter “skni”. Did you mean “skin”?"),
            (
                "fog", "filter-unknown",
                "There is no filter “fog”. There are skin, color, look, sharpen, vignette, key, effect."
            ),
            (
                "", "filter-malformed",
                "“” names no filter. Write NAME or NAME:PARAMETER=VALUE, such as skin:smooth=0.6."
            ),
            (
                ":smooth=1", "filter-malformed",
                "“:smooth=1” names no filter. Write NAME or NAME:PARAMETER=VALUE, such as skin:smooth=0.6."
            ),
            ("skin:smoth=1", "filter-parameter-unknown", "The filter skin has no “smoth”. Did you mean “smooth”?"),
            ("skin:smooth=2", "filter-value-invalid", "The filter skin cannot have smooth = “2”: it is a number 0…1."),
            (
                "skin:smooth=much", "filter-value-invalid",
                "The filter skin cannot have smooth = “much”: it is a number 0…1."
            ),
            ("skin:smooth=", "filter-value-invalid", "The filter skin cannot have smooth = “”: it is a number 0…1."),
            (
                "skin:smooth=nan", "filter-value-invalid",
                "The filter skin cannot have smooth = “nan”: it is a number 0…1."
            ),
            (
                "color:hue=200", "filter-value-invalid",
                "The filter color cannot have hue = “200”: it is a number -180…180 degrees."
            ),
            (
                "key:grn", "filter-value-invalid",
                "The filter key cannot have color = “grn”: it is green, blue or #RRGGBB."
            ),
            (
                "skin:lihgt", "filter-value-invalid",
                "The filter skin cannot have family = “lihgt”: it is one of light, natural, strong. Did you mean “light”?"
            ),
            (
                "skin:smooth=1,smooth=1", "filter-malformed",
                "“skin:smooth=1,smooth=1” sets smooth twice. Keep one of them."
            ),
            (
                "skin:light,family=light", "filter-malformed",
                "“skin:light,family=light” sets family twice. Keep one of them."
            ),
            (
                "color:0.5", "filter-malformed",
                "“0.5” in “color:0.5” says no parameter. Write PARAMETER=VALUE; color has brightness, contrast, saturation, hue, temperature."
            ),
            (
                "skin:smooth=1,light", "filter-malformed",
                "“light” in “skin:smooth=1,light” says no parameter. Write PARAMETER=VALUE; skin has family, smooth, whiten, ruddy."
            ),
            (
                "look:film\\", "filter-malformed",
                "“look:film\\” ends with a backslash. A backslash itself is written \\\\."
            ),
            (
                "skin:", "filter-malformed",
                "“skin:” has an item that says nothing. Write NAME:PARAMETER=VALUE,PARAMETER=VALUE; a comma or equals sign that is meant is written \\, or \\=."
            ),
            (
                "skin:,", "filter-malformed",
                "“skin:,” has an item that says nothing. Write NAME:PARAMETER=VALUE,PARAMETER=VALUE; a comma or equals sign that is meant is written \\, or \\=."
            ),
            (
                "skin:=1", "filter-malformed",
                "“skin:=1” has an item that says nothing. Write NAME:PARAMETER=VALUE,PARAMETER=VALUE; a comma or equals sign that is meant is written \\, or \\=."
            ),
        ])
    func refuses(text: String, code: String, description: String) {
        let error = #expect(throws: FilterError.self) { try FilterStep(parsing: text) }
        #expect(error?.code == code)
        #expect(error?.description == description)
        #expect(FilterStep(text) == nil)
    }

    @Test("Whatever a step is, it is the same after being written and read")
    func roundTrip() throws {
        var random = RandomSteps(seed: 7)
        for _ in 0..<3000 {
            let step = try random.next()
            #expect(try FilterStep(parsing: step.description) == step, "\(step)")
        }
    }

    @Test("Any text is read or refused, never fatal")
    func anyText() {
        var random = RandomSteps(seed: 11)
        for _ in 0..<3000 {
            let text = FilterCatalog.kinds.map(\.name).randomElement(using: &random.generator)! + ":" + random.text()
            guard let step = FilterStep(text) else { continue }
            #expect(FilterStep(step.description) == step)
        }
    }
}
