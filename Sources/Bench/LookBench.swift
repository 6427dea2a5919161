import Foundation
import OnAirBeauty
import OnAirMedia

/// A look over 720p pictures on one core, beside `ffmpeg`'s `lut3d` with the same `.cube` file.
///
/// ffmpeg's figure is its processor time for the clip as I420 with the filter into its null output, less that without it, so
/// that reading, converting to I420 and the null output do not count; with it come the conversions to red, green and blue and
/// back, which the filter cannot do without. Ours is the filter's, in place, on pictures that are as cold as new ones.
struct LookBench {
    let tools: BenchTools
    private static let pictures = 60
    private static let look = "teal-orange"

    func run(rounds: Int) throws -> [BenchResult] {
        guard let look = Look.builtIn.first(where: { $0.name == Self.look }) else {
            throw BenchError("no \(Self.look)")
        }
        let clip = try tools.clip()
        let file = tools.log + ".cube"
        try Data(look.cube().utf8).write(to: URL(filePath: file))
        let stack = ColorStack([.look(look, intensity: 1)])
        var (ours, theirs, tables): ([Double], [Double], [Double]) = ([], [], [])
        for round in 0..<rounds {
            tools.progress("looks, round \(round + 1) of \(rounds)")
            ours.append(ThroughputBench.median(try filter(stack, clip)))
            let filtered = try ffmpeg(clip, file)
            theirs.append((filtered - (try ffmpeg(clip, nil))) * 1000 / Double(Self.pictures))
            let started = BenchPictures.threadTime()
            _ = stack.table()
            tables.append(BenchPictures.threadTime() - started)
        }
        return [
            BenchResult(
                "A look over 720p", unit: "ms", ours: ThroughputBench.median(ours), peer: "ffmpeg lut3d",
                theirs: ThroughputBench.median(theirs), limit: 1.0 / 40, rule: .ratioAtMost),
            BenchResult(
                "A look's table, both matrices, off the picture thread", unit: "ms",
                ours: ThroughputBench.median(tables),
                limit: nil, rule: .atMost),
        ]
    }

    /// Hands `count` a picture's work: through a filter whose look changes now and then.
    static func fading(_ count: ((Int64) throws -> Void) throws -> UInt64) throws -> UInt64 {
        let tables = Look.builtIn.prefix(2).map { ColorStack([.look($0, intensity: 1)]).table() }
        let filter = ColorFilter(tables[0])
        let pool = PicturePool(format: .working(BenchPictures.hd), capacity: 2)
        return try count { index in
            guard var picture = pool.take(captureTime: HostTime(nanoseconds: index), sequence: index) else {
                throw BenchError("a picture pool is empty")
            }
            if index % 10 == 0 { filter.set(tables[Int(index / 10) % 2]) }
            filter.process(&picture, at: .milliseconds(index * 33))
        }
    }

    /// Milliseconds for each picture: the first ones of the clip, more than caches hold.
    private func filter(_ stack: ColorStack, _ clip: String) throws -> [Double] {
        let raw = tools.log + ".i420"
        let usage = try MeasuredChild(
            [
                "ffmpeg", "-v", "error", "-nostdin", "-y", "-i", clip, "-frames:v", "16", "-pix_fmt", "yuv420p", "-f",
                "rawvideo", raw,
            ], log: tools.log
        ).wait()
        guard usage.status == 0 else { throw BenchError("ffmpeg ended with \(usage.status); see \(tools.log)") }
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: raw)))
        let size = BenchPictures.hd.width * BenchPictures.hd.height * 3 / 2
        guard bytes.count == 16 * size else { throw BenchError("\(raw) has \(bytes.count) bytes") }
        let filter = ColorFilter(stack.table())
        let format = PictureFormat(size: BenchPictures.hd, pixels: .i420, color: BenchPictures.color)
        let pool = PicturePool(format: format, capacity: 2)
        return try (0..<4 * Self.pictures).map { round in
            guard var picture = pool.take(captureTime: HostTime(nanoseconds: 0), sequence: Int64(round)) else {
                throw BenchError("a picture pool is empty")
            }
            Self.fill(&picture, from: bytes, at: round % 16 * size)
            let started = BenchPictures.threadTime()
            filter.process(&picture, at: .milliseconds(Int64(round) * 33))
            return BenchPictures.threadTime() - started
        }
    }

    private static func fill(_ picture: inout MutablePicture, from bytes: [UInt8], at start: Int) {
        var offset = start
        for plane in 0..<3 {
            picture.withMutablePlane(plane) { target in
                bytes.withUnsafeBufferPointer { bytes in
                    guard let base = bytes.baseAddress else { return }
                    for row in 0..<target.rows {
                        (target.base + row * target.stride).update(from: base + offset, count: target.bytesPerRow)
                        offset += target.bytesPerRow
                    }
                }
            }
        }
    }

    /// Processor seconds of ffmpeg for the clip, with or without the look.
    private func ffmpeg(_ clip: String, _ cube: String?) throws -> Double {
        let filters = "format=yuv420p" + (cube.map { ",lut3d=file=\($0),format=yuv420p" } ?? "")
        let usage = try MeasuredChild(
            [
                "ffmpeg", "-v", "error", "-nostdin", "-threads", "1", "-filter_threads", "1", "-i", clip, "-vf",
                filters, "-frames:v", "\(Self.pictures)", "-f", "null", "-",
            ], log: tools.log
        ).wait()
        guard usage.status == 0 else { throw BenchError("ffmpeg ended with \(usage.status); see \(tools.log)") }
        return usage.cpuSeconds
    }
}
