import Glibc
import OnAirMedia
import OnAirPixels
import OnAirTestKit
import Testing

/// Skin in pictures of any size, with any numbers.
@Suite("Skin smoother")
struct SkinSmootherTests {
    /// Planes with gaps between rows, each of which ends where memory does.
    private final class GuardedPicture {
        let format: PictureFormat
        private let planes: [GuardedBytes]
        private let strides: [Int]

        init(_ format: PictureFormat, padding: Int, seed: UInt64) {
            self.format = format
            var dice = SeededGenerator(seed: seed)
            strides = (0..<3).map { format.pixels.bytesPerRow(ofPlane: $0, width: format.size.width) + padding }
            let strides = strides
            // Around the colour of skin in one half of all, anything else in the other.
            let isSkin = seed % 2 == 0
            planes = (0..<3).map { plane in
                let rows = format.pixels.rows(ofPlane: plane, height: format.size.height)
                let memory = GuardedBytes(strides[plane] * rows - padding)
                let middle = [150, 112, 146][plane]
                for index in memory.bytes.indices {
                    memory.bytes[index] =
                        isSkin
                        ? UInt8(middle + Int.random(in: -20...20, using: &dice))
                        : UInt8.random(in: 0...255, using: &dice)
                }
                return memory
            }
        }

        func smooth(_ smoother: SkinSmoother, _ amounts: SkinAmounts) {
            func plane(_ index: Int) -> PictureBuffer.Plane {
                (planes[index].bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self), strides[index])
            }
            let buffer = PictureBuffer(format: format, planes: (plane(0), plane(1), plane(2)), lentBy: self)
            var picture = MutablePicture(buffer: buffer, captureTime: HostTime(nanoseconds: 0), sequence: 0)
            smoother.smooth(&picture, amounts)
        }

        /// Everything, the gaps too.
        var bytes: [[UInt8]] { planes.map { Array($0.bytes) } }

        /// What lies between the rows.
        var gaps: [[UInt8]] {
            bytes.indices.map { plane in
                let used = format.pixels.bytesPerRow(ofPlane: plane, width: format.size.width)
                return bytes[plane].enumerated().filter { $0.offset % strides[plane] >= used }.map(\.element)
            }
        }
    }

    private func amounts(_ dice: inout SeededGenerator) -> SkinAmounts {
        SkinAmounts(
            strength: Double.random(in: 0...1, using: &dice), variance: Double.random(in: 1...900, using: &dice),
            leastVariance: Double.random(in: 1...200, using: &dice), radius: Int.random(in: 1...2, using: &dice),
            lift: Double.random(in: 0...45, using: &dice),
            blue: Double.random(in: -1...1, using: &dice), red: Double.random(in: -1...1, using: &dice),
            pale: Double.random(in: 0...1, using: &dice))
    }

    @Test("Any size from 2x2 on with any numbers: nothing beside the picture is touched, and it is the same each time")
    func anything() {
        var dice = SeededGenerator(seed: 11)
        // One for all sizes, so that it goes from wide to narrow and back, and one for each.
        let smoother = SkinSmoother()
        for round in 0..<400 {
            let size = PictureSize(
                width: Int.random(in: 2...(round % 8 == 0 ? 700 : 40), using: &dice),
                height: Int.random(in: 2...(round % 9 == 0 ? 90 : 24), using: &dice))
            let color = ColorDescription(matrix: round % 3 == 0 ? .bt709 : .bt601, range: .limited)
            let format = PictureFormat(size: size, pixels: .i420, color: color)
            let (padding, seed) = (Int.random(in: 0...70, using: &dice), UInt64(round))
            let amounts = amounts(&dice)
            let (one, other) = (
                GuardedPicture(format, padding: padding, seed: seed),
                GuardedPicture(format, padding: padding, seed: seed)
            )
            let gaps = one.gaps
            one.smooth(smoother, amounts)
            other.smooth(SkinSmoother(), amounts)
            #expect(one.bytes == other.bytes, "\(size), \(amounts)")
            #expect(one.gaps == gaps, "\(size), \(amounts)")
        }
    }

    @Test(
        "A picture of skin alone becomes smoother everywhere, its ends too",
        arguments: [(3, 5), (7, 4), (65, 33), (131, 70)])
    func ends(width: Int, height: Int) {
        let format = PictureFormat(
            size: PictureSize(width: width, height: height), pixels: .i420,
            color: ColorDescription(matrix: .bt601, range: .limited))
        let picture = GuardedPicture(format, padding: 3, seed: 2)
        let before = picture.bytes[0]
        picture.smooth(
            SkinSmoother(),
            SkinAmounts(
                strength: 1, variance: 4000, leastVariance: 400, radius: 1, lift: 0, blue: 0, red: 0, pale: 0))
        func spread(_ bytes: [UInt8], _ rows: Range<Int>, _ columns: Range<Int>) -> Int {
            rows.reduce(0) { sum, y in
                sum + columns.reduce(0) { $0 + abs(Int(bytes[y * (width + 3) + $1]) - 150) }
            }
        }
        for (rows, columns) in [
            (0..<1, 0..<width), (height - 1..<height, 0..<width), (0..<height, 0..<1), (0..<height, width - 1..<width),
            (0..<height, 0..<width),
        ] {
            #expect(spread(picture.bytes[0], rows, columns) < spread(before, rows, columns))
        }
    }

    @Test(
        "The kernel's sums and curves are those of the formulas: an even face keeps its luma and is lifted by what is said"
    )
    func even() {
        let format = PictureFormat(
            size: PictureSize(width: 96, height: 64), pixels: .i420,
            color: ColorDescription(matrix: .bt601, range: .limited))
        for luma in [110, 125, 160, 190] {
            for lift in [0.0, 10, 30, 45] {
                guard
                    var picture = PicturePool(format: format, capacity: 1).take(
                        captureTime: HostTime(nanoseconds: 0), sequence: 0)
                else { return }
                for (plane, code) in [luma, 112, 146].enumerated() {
                    picture.withMutablePlane(plane) { target in
                        for index in 0..<target.stride * target.rows { target.base[index] = UInt8(code) }
                    }
                }
                SkinSmoother().smooth(
                    &picture,
                    SkinAmounts(
                        strength: 1, variance: 300, leastVariance: 60, radius: 2, lift: lift, blue: 0, red: 0.5,
                        pale: 0.25))
                let expected = Double(luma) + lift * Double((luma - 16) * (235 - luma)) / (109.5 * 109.5)
                let planes = (0..<3).map { picture.withMutablePlane($0) { Int($0.base[16 * $0.stride + 20]) } }
                #expect(abs(Double(planes[0]) - expected) <= 1)
                #expect(planes[1] == 116 && abs(Double(planes[2]) - 147.5) <= 1)
            }
        }
    }

    @Test("In the steady state a picture costs no allocation")
    func allocations() {
        // 0 in each case unless the counter of `onair-malloc-count` is preloaded.
        func count() -> UInt64 {
            guard let symbol = dlsym(nil, "onair_malloc_count_thread") else { return 0 }
            return unsafeBitCast(symbol, to: (@convention(c) () -> UInt64).self)()
        }
        let smoother = SkinSmoother()
        let amounts = SkinAmounts(
            strength: 1, variance: 300, leastVariance: 60, radius: 2, lift: 20, blue: 0.1, red: 0.5, pale: 0.1)
        let pools = [PictureSize(width: 160, height: 90), PictureSize(width: 90, height: 160)].map {
            PicturePool(format: .working($0), capacity: 1)
        }
        func work() {
            for pool in pools {
                guard var picture = pool.take(captureTime: HostTime(nanoseconds: 0), sequence: 0) else { return }
                smoother.smooth(&picture, amounts)
            }
        }
        work()
        let before = count()
        for _ in 0..<20 { work() }
        #expect(count() == before)
    }
}
