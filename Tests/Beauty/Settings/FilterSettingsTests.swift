import OnAirBeauty
import Testing

@Suite("Settings of filters by name")
struct FilterSettingsTests {
    @Test("A parameter is set by its name, and nothing changes where its value is out of range")
    func sets() throws {
        var skin = SkinSmoothing()
        try skin.set("smooth", to: .number(0.75))
        try skin.set("family", to: .text("strong"))
        #expect(skin.smooth == 0.75 && skin.family == .strong)
        #expect(skin.value(of: "smooth") == .number(0.75))
        let before = skin
        #expect(throws: FilterError.self) { try skin.set("smooth", to: .number(1.01)) }
        #expect(throws: FilterError.self) { try skin.set("family", to: .text("mild")) }
        #expect(throws: FilterError.self) { try skin.set("smoth", to: .number(0.5)) }
        #expect(skin == before)
    }
}
