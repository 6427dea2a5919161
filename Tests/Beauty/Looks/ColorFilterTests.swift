import OnAirBeauty
import OnAirMedia
import Testing

@Suite("The colour filter")
struct ColorFilterTests {
    private static let size = PictureSize(width: 98, height: 50)

    private func table(_ name: String) throws -> ColorTable {
        try #require(ColorStack([.look(try Look(LookSettings(look: name)), intensity: 1)]).table())
    }

    private func source(_ matrix: ColorDescription.Matrix = .bt709) -> MutablePicture {
        noisePicture(Self.size, matrix, luma: 30...220, chroma: 90...166)
    }

    /// The greatest difference.
    private func distance(_ first: [[UInt8]], _ second: [[UInt8]]) -> Int {
        zip(first.joined(), second.joined()).map { abs(Int($0) - Int($1)) }.max() ?? 0
    }

    private func between(_ first: [[UInt8]], _ second: [[UInt8]], _ part: Double) -> [[UInt8]] {
        zip(first, second).map { zip($0, $1).map { UInt8((Double($0) + (Double($1) - Double($0)) * part).rounded()) } }
    }

    @Test("A look comes and goes in 200 ms from the first picture that sees it")
    func fading() throws {
        let (noir, before) = (try table("noir"), filtered(source(), ColorFilter()))
        let after = filtered(source(), ColorFilter(noir))
        #expect(distance(before, after) > 20)
        let filter = ColorFilter()
        #expect(filtered(source(), filter, at: .milliseconds(900)) == before)
        filter.set(noir)
        #expect(filtered(source(), filter, at: .milliseconds(1000)) == before)
        for (passed, part) in [(50, 0.25), (100, 0.5), (150, 0.75)] as [(Int64, Double)] {
            let out = filtered(source(), filter, at: .milliseconds(1000 + passed))
            #expect(distance(out, between(before, after, part)) <= 2, "\(passed) ms")
        }
        #expect(filtered(source(), filter, at: .milliseconds(1200)) == after)
        filter.set(nil)
        #expect(filtered(source(), filter, at: .milliseconds(2000)) == after)
        #expect(distance(filtered(source(), filter, at: .milliseconds(2100)), between(before, after, 0.5)) <= 2)
        #expect(filtered(source(), filter, at: .milliseconds(2200)) == before)
    }

    @Test("The same picture at the same time is the same; a jump far ahead or back to the start does no harm")
    func times() throws {
        let (filter, sepia) = (ColorFilter(), try table("sepia"))
        let after = filtered(source(), ColorFilter(sepia))
        filter.set(sepia)
        _ = filtered(source(), filter, at: .milliseconds(5000))
        let first = filtered(source(), filter, at: .milliseconds(5090))
        #expect(filtered(source(), filter, at: .milliseconds(5090)) == first)
        // The program begins anew: the fade does too.
        _ = filtered(source(), filter, at: .zero)
        #expect(filtered(source(), filter, at: .milliseconds(90)) == first)
        #expect(filtered(source(), filter, at: MediaTime(value: .max, timescale: 1)) == after)
    }

    @Test("A change in the middle of a fade goes on from where it is")
    func retargeting() throws {
        let (noir, warm) = (try table("noir"), try table("golden-hour"))
        let before = filtered(source(), ColorFilter())
        let (grey, gold) = (filtered(source(), ColorFilter(noir)), filtered(source(), ColorFilter(warm)))
        let filter = ColorFilter()
        filter.set(noir)
        _ = filtered(source(), filter, at: .zero)
        let half = filtered(source(), filter, at: .milliseconds(100))
        filter.set(warm)
        #expect(distance(filtered(source(), filter, at: .milliseconds(100)), half) <= 1)
        let later = filtered(source(), filter, at: .milliseconds(200))
        #expect(distance(later, between(between(before, grey, 0.5), gold, 0.5)) <= 3)
        #expect(filtered(source(), filter, at: .milliseconds(300)) == gold)
        // A slider that moves with each picture is followed, and arrives.
        for step in 0..<30 {
            filter.set(step % 2 == 0 ? noir : warm)
            _ = filtered(source(), filter, at: .milliseconds(400 + Int64(step) * 33))
        }
        filter.set(noir)
        _ = filtered(source(), filter, at: .milliseconds(2000))
        #expect(filtered(source(), filter, at: .milliseconds(2200)) == grey)
    }

    @Test("Pictures of the other matrix have the other table, also in the middle of a fade")
    func matrices() throws {
        let rosy = try table("rosy")
        let (hd, sd) = (filtered(source(.bt709), ColorFilter(rosy)), filtered(source(.bt601), ColorFilter(rosy)))
        #expect(hd != sd)
        let filter = ColorFilter()
        filter.set(try table("noir"))
        _ = filtered(source(.bt709), filter, at: .zero)
        _ = filtered(source(.bt709), filter, at: .milliseconds(100))
        filter.set(rosy)
        _ = filtered(source(.bt709), filter, at: .milliseconds(110))
        #expect(filtered(source(.bt601), filter, at: .milliseconds(120)) == sd)
        #expect(filtered(source(.bt709), filter, at: .milliseconds(130)) == hd)
    }

    @Test(
        "Pictures of any size are done whole, pixel by pixel",
        arguments: [(2, 2), (3, 2), (2, 3), (5, 7), (33, 31), (64, 3), (65, 64), (131, 2)])
    func sizes(width: Int, height: Int) throws {
        let table = try table("film")
        // A flat colour gives a flat colour, the same at every size.
        func flat(_ size: PictureSize) -> [[UInt8]] {
            filtered(colorPicture(size, .bt601) { plane, _, _ in [150, 110, 140][plane] }, ColorFilter(table))
        }
        let expected = flat(PictureSize(width: 2, height: 2)).map { $0[0] }
        let out = flat(PictureSize(width: width, height: height))
        #expect(
            out.map(\.count) == [
                width * height, (width + 1) / 2 * ((height + 1) / 2), (width + 1) / 2 * ((height + 1) / 2),
            ])
        for plane in 0..<3 { #expect(out[plane].allSatisfy { $0 == expected[plane] }) }
    }

    @Test("Pictures of full range, or of another format, stay as they are")
    func others() throws {
        let filter = ColorFilter(try table("noir"))
        for (pixels, range) in [(PixelFormat.i420, ColorDescription.Range.full), (.nv12, .limited)] {
            let format = PictureFormat(
                size: Self.size, pixels: pixels, color: ColorDescription(matrix: .bt709, range: range))
            let pool = PicturePool(format: format, capacity: 1)
            guard var picture = pool.take(captureTime: HostTime(nanoseconds: 0), sequence: 0) else {
                Issue.record("a new pool has a picture")
                return
            }
            picture.withMutablePlane(0) { $0.base.update(repeating: 77, count: $0.stride * $0.rows) }
            filter.process(&picture, at: .zero)
            picture.withMutablePlane(0) { plane in
                #expect((0..<plane.rows).allSatisfy { plane.base[$0 * plane.stride] == 77 })
            }
        }
    }
}
