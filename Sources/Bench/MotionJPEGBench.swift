import Glibc
import OnAirJPEG
import OnAirMedia

/// 720p Motion-JPEG in 4:2:2, as webcams send it, into I420 pictures: our decoder beside libjpeg-turbo's own interface,
/// which only takes the planes out. The two take turns, so that both see the same machine.
struct MotionJPEGBench {
    let tools: BenchTools
    static let size = PictureSize(width: 1280, height: 720)
    private static let pictures = 15
    private static let rounds = 400

    func run() throws -> [BenchResult] {
        let turbo = try TurboJPEG()
        return try [75, 90].map { quality in
            tools.progress("Motion-JPEG, quality \(quality)")
            let (ours, theirs) = try measure(turbo, Self.clip(turbo, quality: quality, count: Self.pictures))
            return BenchResult(
                "Motion-JPEG 720p 4:2:2 to I420, quality \(quality)", unit: "ms", ours: ours, peer: "libturbojpeg",
                theirs: theirs, limit: 1.1, rule: .ratioAtMost)
        }
    }

    /// Median processor time of a picture, ours and theirs.
    private func measure(_ turbo: TurboJPEG, _ clip: [[UInt8]]) throws -> (Double, Double) {
        let (width, height) = (Self.size.width, Self.size.height)
        let pool = PicturePool(format: PictureFormat(size: Self.size, pixels: .i420, color: .jpeg), capacity: 3)
        let decoder = try MJPEGDecoder(pool: pool)
        var planes = [UInt8](repeating: 0, count: 2 * width * height)
        var (ours, theirs): ([Double], [Double]) = ([], [])
        // As in a pipeline: the picture before is still being shown.
        var shown: Picture?
        for round in 0..<Self.rounds {
            let coded = clip[round % clip.count]
            func decodeOurs() throws {
                let started = Self.threadTime()
                let picture = try coded.withUnsafeBytes {
                    try decoder.decode($0, captureTime: HostTime(nanoseconds: 0), sequence: Int64(round))
                }
                ours.append(Self.threadTime() - started)
                shown = picture
            }
            if round.isMultiple(of: 2) { try decodeOurs() }
            let started = Self.threadTime()
            try turbo.decode422(coded, into: &planes, width: width, height: height)
            theirs.append(Self.threadTime() - started)
            if !round.isMultiple(of: 2) { try decodeOurs() }
        }
        withExtendedLifetime(shown) {}
        return (ThroughputBench.median(ours), ThroughputBench.median(theirs))
    }

    /// Moving waves with grain, 100 to 300 kB a picture.
    static func clip(_ turbo: TurboJPEG, quality: Int, count: Int) throws -> [[UInt8]] {
        let (width, height) = (size.width, size.height)
        var noise: UInt32 = 1
        return try (0..<count).map { picture in
            var planes: [UInt8] = []
            planes.reserveCapacity(2 * width * height)
            for channel in 0..<3 {
                let columns = channel == 0 ? width : width / 2
                for y in 0..<height {
                    let down = cos(Double(y) / 17)
                    for x in 0..<columns {
                        noise = noise &* 1_103_515_245 &+ 12345
                        let wave = 60 * sin(Double(x + 4 * picture) / 31 + Double(channel)) * down
                        planes.append(UInt8(122 + Int(wave) + Int(noise >> 16) % 13))
                    }
                }
            }
            return try turbo.encode422(&planes, width: width, height: height, quality: quality)
        }
    }

    /// Milliseconds of processor time of this thread.
    private static func threadTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
}
