import Glibc
import OnAirMedia
import OnAirPixels

/// Pictures and bitmaps that the pixel benchmarks work on.
enum BenchPictures {
    static let hd = PictureSize(width: 1280, height: 720)
    /// What a 720p stream has.
    static let color = ColorDescription(matrix: .bt709, range: .limited)

    /// Moving waves with grain. Four are as many as a camera driver lends: too much for the second-level cache, so that a
    /// picture is as cold as one that has just come.
    static func clip(_ size: PictureSize, _ pixels: PixelFormat, count: Int = 4) throws -> [Picture] {
        let format = PictureFormat(size: size, pixels: pixels, color: color)
        let pool = PicturePool(format: format, capacity: count)
        var noise: UInt32 = 1
        return try (0..<count).map { index in
            guard var picture = pool.take(captureTime: HostTime(nanoseconds: 0), sequence: Int64(index)) else {
                throw BenchError("a picture pool is empty")
            }
            for plane in 0..<format.pixels.planeCount {
                picture.withMutablePlane(plane) { plane in
                    for row in 0..<plane.rows {
                        let down = cos(Double(row) / 17)
                        for column in 0..<plane.bytesPerRow {
                            noise = noise &* 1_103_515_245 &+ 12345
                            let wave = 60 * sin(Double(column + 4 * index) / 31) * down
                            plane.base[row * plane.stride + column] = UInt8(122 + Int(wave) + Int(noise >> 16) % 13)
                        }
                    }
                }
            }
            return picture.freeze()
        }
    }

    /// A disc with a soft edge and a see-through corner all around it, as logos are.
    static func logo(_ size: PictureSize) -> ImageBitmap {
        bitmap(size) { x, y in
            let across = (2 * Double(x) + 1) / Double(size.width) - 1
            let down = (2 * Double(y) + 1) / Double(size.height) - 1
            let alpha = max(0, min(1, (1 - (across * across + down * down).squareRoot()) * 12))
            return (0.8 * alpha, 0.4 * alpha, 0.1 * alpha, alpha)
        }
    }

    /// Strokes of the height, width and spacing that a line of text has.
    static func text(_ size: PictureSize) -> ImageBitmap {
        bitmap(size) { x, y in
            let (column, row) = (x % (size.height / 2), y % size.height)
            let isStroke = column < size.height / 10 || (row / (size.height / 6)) % 3 == 1 && column < size.height / 3
            return isStroke ? (1, 1, 1, 1) : column == size.height / 10 ? (0.4, 0.4, 0.4, 0.4) : (0, 0, 0, 0)
        }
    }

    private static func bitmap(
        _ size: PictureSize, _ pixel: (Int, Int) -> (Double, Double, Double, Double)
    ) -> ImageBitmap {
        ImageBitmap(size: size) { base, stride in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let (blue, green, red, alpha) = pixel(x, y)
                    for (channel, level) in [blue, green, red, alpha].enumerated() {
                        base[y * stride + 4 * x + channel] = UInt8(level * 255)
                    }
                }
            }
        }
    }

    /// Milliseconds of processor time of this thread.
    static func threadTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }

    /// Calls `body` with a picture to fill, `rounds` times, and returns the processor time of each in milliseconds.
    static func measure(_ pool: PicturePool, rounds: Int, _ body: (Int, inout MutablePicture) throws -> Void) throws
        -> [Double]
    {
        // As in a pipeline: the picture before is still being shown.
        var shown: Picture?
        var times: [Double] = []
        for round in 0..<rounds {
            guard var target = pool.take(captureTime: HostTime(nanoseconds: 0), sequence: Int64(round)) else {
                throw BenchError("a picture pool is empty")
            }
            let started = threadTime()
            try body(round, &target)
            times.append(threadTime() - started)
            shown = target.freeze()
        }
        withExtendedLifetime(shown) {}
        return times
    }
}
