import Foundation
import OnAirBeauty
import OnAirPicture
import Testing

@Suite("How a layer's key is written")
struct WrittenKeyTests {
    private func layer(_ text: String) throws -> Layer { try JSONDecoder().decode(Layer.self, from: Data(text.utf8)) }

    @Test("As an object, or as the colour alone; what is not said has its default; and back")
    func read() throws {
        let short = try layer(##"{ "camera": true, "key": "blue" }"##)
        #expect(short.key == ChromaKey(color: .blue))
        let long = try layer(##"{ "camera": true, "key": { "color": "#10A050", "similarity": 0.3, "spill": 1 } }"##)
        #expect(long.key == ChromaKey(color: KeyColor(red: 16, green: 160, blue: 80), similarity: 0.3, spill: 1))
        #expect(try layer(##"{ "camera": true, "key": {} }"##).key == ChromaKey(color: .green))
        #expect(try layer(##"{ "camera": true }"##).key == nil)
        for written in [short, long] {
            #expect(try JSONDecoder().decode(Layer.self, from: JSONEncoder().encode(written)) == written)
        }
    }

    @Test(
        "What is misspelt is told",
        arguments: [
            (##"{ "camera": true, "key": { "colour": "green" } }"##, "colour"),
            (##"{ "camera": true, "key": { "background": "#000000" } }"##, "background"),
            (##"{ "camera": true, "key": { "color": "grün" } }"##, "grün"),
            (##"{ "camera": true, "key": "chartreuse" }"##, "chartreuse"),
        ])
    func misspelt(text: String, word: String) {
        do {
            _ = try layer(text)
            Issue.record("it was read")
        } catch {
            #expect("\(error)".contains(word))
        }
    }
}
