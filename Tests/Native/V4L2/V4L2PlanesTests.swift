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

    /// Where the kernel's vivid puts its planes (`plane_vaddr` of vivid-kthread-cap.c).
    @Test func whereADriverRoundsChromaDownThePictureEndsBeforeTheLastColumnAndRow() throws {
        let odd = try #require(planes(V4L2Code("YU12"), 322, 241, [(322, 322 * 241 + 2 * 19_400)]))
        #expect(odd.size == PictureSize(width: 322, height: 240))
        #expect(odd.planes.map(\.offset) == [0, 322 * 241, 322 * 241 + 161 * 241 / 2])
        let both = try #require(planes(V4L2Code("NV12"), 321, 241, [(321, 321 * 241 + 321 * 241 / 2)]))
        #expect(both.size == PictureSize(width: 320, height: 240) && both.planes.map(\.stride) == [321, 321])
        let packed = try #require(planes(V4L2Code("YUYV"), 321, 241, [(642, 642 * 241)]))
        #expect(packed.size == PictureSize(width: 320, height: 240))
        #expect(planes(V4L2Code("YUYV"), 321, 241, [(642, 642 * 241 - 1)]) == nil)
    }

    @Test func whatDoesNotFitIsRefused() {
        #expect(planes(V4L2Code("YUYV"), 322, 241, [(643, 1 << 20)]) == nil)
        #expect(planes(V4L2Code("YUYV"), 322, 241, [(644, 644 * 241 - 1)]) == nil)
        #expect(planes(V4L2Code("YUYV"), 322, 241, [(644, 644 * 241)]) != nil)
        #expect(planes(V4L2Code("NM12"), 322, 241, [(384, 384 * 241)]) == nil)
        #expect(planes(V4L2Code("YUYV"), 0, 241, [(644, 1 << 20)]) == nil)
    }
}
