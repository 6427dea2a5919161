import OnAirCapture
import Testing

struct SourceNumbersTests {
    @Test("Each change of camera is told by a new number, and one that is opened again is no change")
    func changes() {
        var numbers = SourceNumbers()
        let cameras = ["front", "front", "back", "back", "front", "front"]
        #expect(cameras.map { numbers.number(of: $0) } == [0, 0, 1, 1, 2, 2])
    }
}
