import OnAirMedia
import OnAirV4L2
import Testing

struct V4L2PlanesTests {
    private func planes(_ code: V4L2Code, _ width: Int, _ height: Int, _ memory: [(Int, Int)]) -> V4L2Planes? {
        V4L2Layout(code).flatMap {
            V4L2Planes(
                V4L2Format(
                    size: PictureSize(width: width, height: height), code: code,
                    planes: memory.map { .init(bytesPerLine: $0.0, imageSize: $0.1) }), $0)
        }
    }

    @Test func chromaFollowsLumaByItsPaddedRows() throws {
        let planar = try #require(planes(V4L2Code("YU12"), 322, 241, [(384, 384 * 241 + 2 * 192 * 121)]))
        #expect(planar.planes.map(\.offset) == [0, 384 * 241, 384 * 241 + 192 * 121])
        #expect(planar.planes.map(\.stride) == [384, 192, 192])
        let swapped = try #require(planes(V4L2Code("YV12"), 322, 241, [(384, 384 * 241 + 2 * 192 * 121)]))
        #expect(swapped.planes.map(\.offset) == [0, 384 * 241 + 192 * 121, 384 * 241])
        let pairs = try #require(planes(V4L2Code("NV12"), 321, 241, [(321, 321 * 241 + 322 * 121)]))
        #expect(pairs.planes.map(\.stride) == [321, 322])
        #expect(pairs.needed == [321 * 241 + 322 * 121])
    }

    @Test func whatDoesNotFitIsRefused() {
        #expect(planes(V4L2Code("YUYV"), 322, 241, [(643, 1 << 20)]) == nil)
        #expect(planes(V4L2Code("YUYV"), 322, 241, [(644, 644 * 241 - 1)]) == nil)
        #expect(planes(V4L2Code("YUYV"), 322, 241, [(644, 644 * 241)]) != nil)
        #expect(planes(V4L2Code("NM12"), 322, 241, [(384, 384 * 241)]) == nil)
        #expect(planes(V4L2Code("YUYV"), 0, 241, [(644, 1 << 20)]) == nil)
    }
}
