import OnAirFFmpeg
import Testing

@Suite("Spacing of pictures on the grid")
struct PictureSpacingTests {
    private func spacings(_ indices: [Int64]) -> [Int] {
        var spacing = PictureSpacing()
        return indices.map {
            _ = spacing.note($0)
            return spacing.spacing
        }
    }

    @Test("A single picture left out changes nothing; every second one left out is noticed, and its end too")
    func followsSteadySpacing() {
        #expect(spacings([0, 1, 2, 4, 5, 6, 9, 10]) == [1, 1, 1, 1, 1, 1, 1, 1])
        #expect(spacings([0, 1, 3, 5, 7, 9, 10, 11, 12, 13]) == [1, 1, 1, 1, 1, 2, 2, 2, 2, 1])
    }

    @Test("A pause is no spacing")
    func ignoresPauses() {
        #expect(spacings([0, 100, 200, 300, 400, 500]) == [1, 1, 1, 1, 1, 1])
    }
}
