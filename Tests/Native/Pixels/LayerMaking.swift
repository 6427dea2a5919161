import Glibc
import OnAirMedia
import OnAirPixels
import OnAirTestKit

/// A bitmap whose pixel at (x, y) is `pixel`: red, green, blue and alpha, 0…1, not premultiplied.
func bitmap(_ size: PictureSize, _ pixel: (_ x: Int, _ y: Int) -> SIMD4<Double>) -> ImageBitmap {
    ImageBitmap(size: size) { base, stride in
        for y in 0..<size.height {
            for x in 0..<size.width {
                let value = pixel(x, y)
                let alpha = (value.w * 255).rounded()
                for (channel, level) in [value.z, value.y, value.x].enumerated() {
                    base[y * stride + 4 * x + channel] = UInt8((level * alpha).rounded())
                }
                base[y * stride + 4 * x + 3] = UInt8(alpha)
            }
        }
    }
}

/// A bitmap of waves whose opacity comes and goes, with stretches of nothing and of everything.
func smoothBitmap(_ size: PictureSize, isOpaque: Bool = false) -> ImageBitmap {
    bitmap(size) { x, y in
        let (x, y) = (Double(x), Double(y))
        func wave(_ phase: Double) -> Double { 0.5 + 0.4 * sin(x / 19 + phase) * cos(y / 14 - phase) }
        let alpha = isOpaque ? 1 : min(max(0.5 + 0.9 * sin(x / 31 + 1) * cos(y / 23), 0), 1)
        return SIMD4(wave(0.3), wave(1.9), wave(4.1), alpha)
    }
}

/// A bitmap of random pixels: where it lies is known to the pixel.
func randomBitmap(_ size: PictureSize, seed: UInt64, isOpaque: Bool = false) -> ImageBitmap {
    var generator = SeededGenerator(seed: seed)
    return bitmap(size) { _, _ in
        func level() -> Double { Double.random(in: 0...1, using: &generator) }
        return SIMD4(level(), level(), level(), isOpaque ? 1 : level())
    }
}

extension ImageBitmap {
    /// Its pixels, row after row without padding, as a picture.
    var asPicture: Picture {
        let format = PictureFormat(size: size, pixels: .bgra, color: .jpeg)
        let bytes = withPixels { base in
            (0..<size.height).flatMap { row in
                Array(UnsafeBufferPointer(start: base + row * stride, count: 4 * size.width))
            }
        }
        return picture(format, bytes: bytes)
    }
}

/// A copy of `picture` that `body` changes.
func changed(_ picture: Picture, _ body: (inout MutablePicture) throws -> Void) rethrows -> Picture {
    guard
        var target = PicturePool(format: picture.format, capacity: 1).take(
            captureTime: HostTime(nanoseconds: 0), sequence: 0)
    else { preconditionFailure("a new pool has a picture") }
    PictureOperations.copy(picture, into: &target)
    try body(&target)
    return target.freeze()
}

/// An I420 picture of `size` in which all samples of a plane are the same.
func flatPicture(_ size: PictureSize, _ y: UInt8, _ u: UInt8, _ v: UInt8, _ color: ColorDescription) -> Picture {
    let format = PictureFormat(size: size, pixels: .i420, color: color)
    let chroma = (size.width + 1) / 2 * ((size.height + 1) / 2)
    return picture(
        format,
        bytes: Array(repeating: y, count: size.width * size.height) + Array(repeating: u, count: chroma)
            + Array(repeating: v, count: chroma))
}
