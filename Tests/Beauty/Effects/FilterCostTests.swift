import Glibc
import OnAirBeauty
import OnAirMedia
import Testing

/// What filters cost once they have seen a picture of a size.
@Suite("What filters cost")
struct FilterCostTests {
    /// Allocations of the calling thread; always 0 unless the counter of `onair-malloc-count` is preloaded.
    private static func allocations() -> UInt64 {
        guard let symbol = dlsym(nil, "onair_malloc_count_thread") else { return 0 }
        return unsafeBitCast(symbol, to: (@convention(c) () -> UInt64).self)()
    }

    @Test("Effects, keys, sharpening and vignettes allocate nothing per picture, while they change too")
    func allocationsPerPicture() {
        let planes = FilterBed.Planes.random(PictureSize(width: 320, height: 180), seed: 1)
        let background = FilterBed.picture(planes)
        let pool = PicturePool(format: FilterBed.format(planes.size), capacity: 1)
        let (key, sharpen, vignette) = (ChromaKeyFilter(ChromaKey()), SharpenFilter(), VignetteFilter())
        let effects = EffectSettings.Effect.allCases.map { EffectFilter(EffectSettings($0, strength: 0.9)) }
        var start: UInt64 = 0
        for number in 0..<240 as Range<Int64> {
            if number == 120 { start = Self.allocations() }
            guard var picture = pool.take(captureTime: HostTime(nanoseconds: 0), sequence: number) else { continue }
            let time = MediaTime(value: number, timescale: 30)
            if number % 20 == 10 {
                let amount = number % 40 == 10 ? 0.9 : 0.1
                key.set(ChromaKey(color: .green, similarity: amount), background: background)
                sharpen.set(Sharpening(amount: amount))
                vignette.set(Vignette(amount: amount, radius: amount))
                for (effect, kind) in zip(effects, EffectSettings.Effect.allCases) {
                    effect.set(EffectSettings(kind, strength: amount))
                }
            }
            key.process(&picture, at: time)
            sharpen.process(&picture, at: time)
            vignette.process(&picture, at: time)
            for effect in effects { effect.process(&picture, at: time) }
        }
        #expect(Self.allocations() - start == 0)
    }
}
