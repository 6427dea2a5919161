import OnAirDrawing
import Testing

struct DrawingErrorTests {
    @Test("The code of an error is its kind's") func code() {
        #expect(DrawingError(.tooLarge, "x").code == "drawing-too-large")
    }
}
