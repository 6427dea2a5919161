import OnAirMedia
import OnAirPicture

/// Pictures for tests, described by what each sample is.
struct TestPicture: Sendable {
    var size: PictureSize
    var pixels = PixelFormat.i420
    var color: ColorDescription?
    /// The sample of a plane at a place in it; bytes of packed formats one by one.
    var sample: @Sendable (_ plane: Int, _ x: Int, _ y: Int) -> UInt8

    /// One colour.
    static func flat(_ size: PictureSize, _ y: UInt8, _ u: UInt8 = 128, _ v: UInt8 = 128) -> TestPicture {
        TestPicture(size: size) { plane, _, _ in plane == 0 ? y : plane == 1 ? u : v }
    }

    /// Noise that is different for each `seed`, within limited range.
    static func noise(_ size: PictureSize, seed: Int) -> TestPicture {
        TestPicture(size: size) { plane, x, y in
            var value = UInt64(truncatingIfNeeded: ((seed * 3 + plane) * 4099 + y) * 8209 + x) &* 0x9E37_79B9_7F4A_7C15
            value ^= value >> 29
            value = value &* 0xBF58_476D_1CE4_E5B9
            return 16 + UInt8(value >> 40 & 0xFF) % 219
        }
    }

    /// Slow slopes, which survive scaling.
    static func slopes(_ size: PictureSize) -> TestPicture {
        TestPicture(size: size) { plane, x, y in
            let (width, height) = plane == 0 ? (size.width, size.height) : (size.width / 2, size.height / 2)
            switch plane {
            case 0: return UInt8(16 + 200 * x / width)
            case 1: return UInt8(40 + 160 * y / height)
            default: return UInt8(60 + 120 * x / width)
            }
        }
    }

    func make(_ sequence: Int64, at time: HostTime) -> Picture {
        let format = PictureFormat(size: size, pixels: pixels, color: color ?? .stream(for: size))
        let buffer = PictureBuffer(format: format)
        for index in 0..<pixels.planeCount {
            let (base, stride) = buffer.plane(index)
            for y in 0..<pixels.rows(ofPlane: index, height: size.height) {
                for x in 0..<pixels.bytesPerRow(ofPlane: index, width: size.width) {
                    base[y * stride + x] = sample(index, x, y)
                }
            }
        }
        return Picture(buffer: buffer, captureTime: time, sequence: sequence)
    }
}

extension Picture {
    /// A sample of a plane.
    func at(_ x: Int, _ y: Int, plane: Int = 0) -> Int { withPlane(plane) { Int($0.base[y * $0.stride + x]) } }

    /// All samples, plane after plane, without padding.
    var bytes: [UInt8] {
        (0..<format.pixels.planeCount).flatMap { index in
            withPlane(index) { plane in
                (0..<plane.rows).flatMap { row in
                    UnsafeBufferPointer(start: plane.base + row * plane.stride, count: plane.bytesPerRow)
                }
            }
        }
    }

    /// Whether it lies in the same memory.
    func isSame(as other: Picture) -> Bool { withPlane(0) { $0.base } == other.withPlane(0) { $0.base } }

    /// FNV-1a over all samples.
    var digest: UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

extension ImageBitmap {
    /// A bitmap whose pixel at (x, y) is the premultiplied blue, green, red, alpha that `body` says.
    static func made(
        _ width: Int, _ height: Int, _ body: (_ x: Int, _ y: Int) -> (b: UInt8, g: UInt8, r: UInt8, a: UInt8)
    ) -> ImageBitmap {
        ImageBitmap(size: PictureSize(width: width, height: height)) { pixels, stride in
            for y in 0..<height {
                for x in 0..<width {
                    let pixel = body(x, y)
                    let at = pixels + y * stride + 4 * x
                    (at[0], at[1], at[2], at[3]) = (pixel.b, pixel.g, pixel.r, pixel.a)
                }
            }
        }
    }

    /// Opaque grey.
    static func grey(_ width: Int, _ height: Int, _ value: UInt8 = 255) -> ImageBitmap {
        made(width, height) { _, _ in (value, value, value, 255) }
    }
}

extension LoadedScene {
    /// The camera with `layers` above it, whose contents are `bitmaps`.
    static func overCamera(_ layers: [(Layer, LayerCell?)], background: LayerColor = .black) -> LoadedScene {
        LoadedScene(
            Scene(layers: [Layer(.camera, .camera)] + layers.map(\.0), background: background),
            cells: [nil] + layers.map(\.1))
    }
}

extension LayerCell {
    convenience init(_ bitmap: ImageBitmap) { self.init(.images(ImageSequence(bitmap))) }
}

extension Layer {
    /// A layer of something in memory.
    static func image(
        _ id: LayerID, x: Double = 0, y: Double = 0, width: Double = 1, height: Double = 1
    ) -> Layer {
        Layer(id, .picture(path: id.rawValue), placement: LayerPlacement(x: x, y: y, width: width, height: height))
    }
}

/// The same numbers for the same seed (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

/// Whether each of `seen` is the mean of both, to the last bit.
func isMean(_ seen: [UInt8], of first: [UInt8], _ second: [UInt8]) -> Bool {
    guard seen.count == first.count, seen.count == second.count else { return false }
    for index in seen.indices {
        let sum = Int(first[index]) + Int(second[index])
        if abs(2 * Int(seen[index]) - sum) > 1 { return false }
    }
    return true
}
