import Glibc
import OnAirBeauty
import OnAirMedia
import OnAirTestKit
import Testing

@Suite("Sharpening")
struct SharpenFilterTests {
    /// What the filter's page says, in numbers without rounding.
    private func reference(_ planes: FilterBed.Planes, _ amount: Double) -> [Double] {
        let (width, height) = (planes.size.width, planes.size.height)
        var made: [Double] = []
        for y in 0..<height {
            for x in 0..<width {
                var (blur, low, high) = (0.0, 255.0, 0.0)
                for (dy, wy) in [(-1, 1.0), (0, 2.0), (1, 1.0)] {
                    for (dx, wx) in [(-1, 1.0), (0, 2.0), (1, 1.0)] {
                        let value = Double(planes.at(min(max(x + dx, 0), width - 1), min(max(y + dy, 0), height - 1)))
                        blur += value * wx * wy / 16
                        (low, high) = (min(low, value), max(high, value))
                    }
                }
                let value = Double(planes.at(x, y))
                let difference = value - blur
                let kept = max(0, abs(difference) - 4) * (difference < 0 ? -1 : 1)
                let limits = (max(low - 8, min(value, 16)), min(high + 8, max(value, 235)))
                made.append(min(max(value + 2.5 * amount * kept, limits.0), limits.1))
            }
        }
        return made
    }

    @Test("Pictures of any size become what the plain formula says", arguments: [2, 3, 5, 33, 514])
    func formula(width: Int) {
        for height in [2, 3, 8] {
            let size = PictureSize(width: width, height: height)
            let planes = FilterBed.Planes.random(size, seed: UInt64(width * height))
            for amount in [0.1, 0.5, 1] {
                let made = FilterBed.apply(SharpenFilter(Sharpening(amount: amount)), planes)
                let worst = zip(made.y, reference(planes, amount)).map { abs(Double($0) - $1) }.max() ?? 0
                #expect(worst <= 0.76)
                #expect(made.u == planes.u && made.v == planes.v)
                #expect(made.isLegal)
            }
        }
    }

    @Test("A flat picture and an amount of 0 change nothing")
    func nothing() {
        let flat = FilterBed.Planes(64, 48) { _, _ in 117 }
        #expect(FilterBed.apply(SharpenFilter(Sharpening(amount: 1)), flat) == flat)
        let planes = FilterBed.Planes.random(PictureSize(width: 64, height: 48), seed: 1)
        #expect(FilterBed.apply(SharpenFilter(Sharpening(amount: 0)), planes) == planes)
    }

    @Test("Codes outside the limited range are not moved further out")
    func outside() {
        let planes = FilterBed.Planes(32, 32) { x, y in (x / 4 + y / 4) % 2 == 0 ? 3 : 250 }
        let made = FilterBed.apply(SharpenFilter(Sharpening(amount: 1)), planes)
        #expect(zip(made.y, planes.y).allSatisfy { $0 >= min($1, 16) && $0 <= max($1, 235) })
    }

    @Test("Noise of a standard deviation of 2 codes grows by less than 10 %; detail of 25 codes by a quarter")
    func noise() {
        var generator = SeededGenerator(seed: 9)
        let noisy = FilterBed.Planes(256, 256) { _, _ in 120 + 2 * FilterBed.normal(&generator) }
        func deviation(_ planes: FilterBed.Planes) -> Double {
            let mean = planes.y.reduce(0) { $0 + Double($1) } / Double(planes.y.count)
            return (planes.y.reduce(0) { $0 + pow(Double($1) - mean, 2) } / Double(planes.y.count)).squareRoot()
        }
        let filter = SharpenFilter(Sharpening(amount: 1))
        #expect(deviation(FilterBed.apply(filter, noisy)) < 1.1 * deviation(noisy))
        // A fine line pattern, swings of 25 codes.
        let lines = FilterBed.Planes(256, 256) { x, _ in 120 + 25 * sin(2 * .pi * Double(x) / 5) }
        let gain = deviation(FilterBed.apply(filter, lines)) / deviation(lines)
        #expect(gain > 1.25, "\(gain)")
    }

    @Test("A change takes 200 ms from the first picture that sees it")
    func ramp() {
        let planes = FilterBed.Planes.random(PictureSize(width: 64, height: 48), seed: 2)
        let filter = SharpenFilter(Sharpening(amount: 0))
        #expect(FilterBed.apply(filter, planes, at: 1000) == planes)
        filter.set(Sharpening(amount: 0.8))
        #expect(FilterBed.apply(filter, planes, at: 5000) == planes)
        let half = FilterBed.apply(SharpenFilter(Sharpening(amount: 0.4)), planes)
        #expect(FilterBed.apply(filter, planes, at: 5100) == half)
        let whole = FilterBed.apply(SharpenFilter(Sharpening(amount: 0.8)), planes)
        #expect(FilterBed.apply(filter, planes, at: 5200) == whole)
        #expect(FilterBed.apply(filter, planes, at: 9000) == whole)
        // Back, and changed again on the way: it goes on from where it is.
        filter.set(Sharpening(amount: 0))
        _ = FilterBed.apply(filter, planes, at: 9000)
        filter.set(Sharpening(amount: 0.8))
        #expect(FilterBed.apply(filter, planes, at: 9100) == half)
        // A time line that begins again holds nothing up.
        _ = FilterBed.apply(filter, planes, at: 0)
        #expect(FilterBed.apply(filter, planes, at: 200) == whole)
    }
}
