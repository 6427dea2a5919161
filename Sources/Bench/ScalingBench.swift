import OnAirMedia
import OnAirPixels

/// 1080p down to 720p: our scaler beside libyuv's box filter, which takes the mean over the same area. The two take turns,
/// so that both see the same machine.
struct ScalingBench {
    let tools: BenchTools
    private static let rounds = 200

    func run() throws -> [BenchResult] {
        tools.progress("scaling")
        let (full, hd) = (PictureSize(width: 1920, height: 1080), BenchPictures.hd)
        let peer = try LibYUV()
        let clip = try BenchPictures.clip(full, .i420)
        let pool = PicturePool(format: .working(hd), capacity: 3)
        let converter = PictureConverter()
        func ours(_ index: Int, _ target: inout MutablePicture) throws {
            try converter.convert(
                clip[index % clip.count], crop: PictureRect(full), orientation: .up, into: &target)
        }
        func theirs(_ index: Int, _ target: inout MutablePicture) throws {
            try peer.scale(clip[index % clip.count], into: &target)
        }
        var (ourTimes, theirTimes): ([Double], [Double]) = ([], [])
        for _ in 0..<Self.rounds / 10 {
            ourTimes += try BenchPictures.measure(pool, rounds: 10, ours)
            theirTimes += try BenchPictures.measure(pool, rounds: 10, theirs)
        }
        return [
            BenchResult(
                "I420 1080p to 720p", unit: "ms", ours: ThroughputBench.median(ourTimes), peer: "libyuv box",
                theirs: ThroughputBench.median(theirTimes), limit: 1.0 / 3, rule: .ratioAtMost),
            BenchResult(
                "its root mean square error", unit: "", ours: try Self.error(clip[0], pool) { try ours(0, &$0) },
                peer: "libyuv box", theirs: try Self.error(clip[0], pool) { try theirs(0, &$0) }, limit: 1,
                rule: .ratioAtMost),
        ]
    }

    /// How far luma is from the exact mean over the area, in codes.
    private static func error(
        _ source: Picture, _ pool: PicturePool, _ scale: (inout MutablePicture) throws -> Void
    ) throws -> Double {
        guard var target = pool.take(captureTime: HostTime(nanoseconds: 0), sequence: 0) else {
            throw BenchError("a picture pool is empty")
        }
        try scale(&target)
        let made = target.freeze()
        let sum = source.withPlane(0) { input in
            made.withPlane(0) { output in
                var sum = 0.0
                for y in 0..<output.rows {
                    for x in 0..<output.bytesPerRow {
                        // Of three pixels and rows, one is covered whole and one half.
                        var exact = 0.0
                        for row in 0..<2 {
                            let line = input.base + (y / 2 * 3 + y % 2 + row) * input.stride + x / 2 * 3 + x % 2
                            let weight = row == y % 2 ? 2.0 : 1
                            exact += weight * (x % 2 == 0 ? 2 : 1) * Double(line[0])
                            exact += weight * (x % 2 == 0 ? 1 : 2) * Double(line[1])
                        }
                        let difference = Double(output.base[y * output.stride + x]) - exact / 9
                        sum += difference * difference
                    }
                }
                return sum / Double(output.rows * output.bytesPerRow)
            }
        }
        return sum.squareRoot()
    }
}
