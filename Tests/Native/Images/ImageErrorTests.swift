import OnAirImages
import Testing

struct ImageErrorTests {
    @Test("The code of an error is its kind's") func code() {
        #expect(ImageError(.tooLarge, "x").code == "image-too-large")
    }
}
