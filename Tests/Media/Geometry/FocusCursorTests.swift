import OnAirMedia
import Testing

struct FocusCursorTests {
    static let start = HostTime(nanoseconds: 5_000_000_000)

    @Test("It appears half as large again and opaque, is its own size after a second, and then gone")
    func life() throws {
        var cursor = FocusCursor()
        #expect(cursor.mark(at: Self.start) == nil)
        cursor.tap(at: LayerPoint(x: 30, y: 40), now: Self.start)
        let first = try #require(cursor.mark(at: Self.start))
        #expect(first.point == LayerPoint(x: 30, y: 40))
        #expect(first.scale == 1.5)
        #expect(first.opacity == 1)
        let last = try #require(cursor.mark(at: Self.start.advanced(byMilliseconds: 1000)))
        #expect(last.scale == 1)
        #expect(last.opacity == 1)
        #expect(cursor.mark(at: Self.start.advanced(byMilliseconds: 1000).advanced(byNanoseconds: 1)) == nil)
        #expect(!cursor.isShowing(at: Self.start.advanced(byMilliseconds: 5000)))
    }

    @Test("It only ever shrinks, and never jumps")
    func shrinks() throws {
        var cursor = FocusCursor()
        cursor.tap(at: LayerPoint(x: 0, y: 0), now: Self.start)
        let scales = try (0...100).map { step in
            try #require(cursor.mark(at: Self.start.advanced(byMilliseconds: Int64(step * 10)))).scale
        }
        for (before, after) in zip(scales, scales.dropFirst()) {
            #expect(after < before)
            #expect(before - after < 0.01)
        }
        #expect(abs(scales[50] - 1.25) < 1e-12)
    }

    @Test("A second tap starts it again at its own point")
    func secondTap() throws {
        var cursor = FocusCursor()
        cursor.tap(at: LayerPoint(x: 1, y: 1), now: Self.start)
        let second = Self.start.advanced(byMilliseconds: 900)
        cursor.tap(at: LayerPoint(x: 7, y: 8), now: second)
        #expect(cursor.mark(at: second)?.scale == 1.5)
        #expect(cursor.mark(at: second)?.point == LayerPoint(x: 7, y: 8))
        #expect(cursor.isShowing(at: second.advanced(byMilliseconds: 999)))
        #expect(!cursor.isShowing(at: second.advanced(byMilliseconds: 1001)))
    }
}
