import Glibc

/// What further destinations cost: ten seconds of 720p30 at 6 Mbit/s, encoded once, to one server and to ten, beside
/// `ffmpeg -f tee` doing the same.
struct DestinationsBench {
    /// Servers at the same time.
    private static let many = 10
    private static let seconds = 10

    let tools: BenchTools

    func run(rounds: Int) async throws -> [BenchResult] {
        let clip = try tools.clip()
        var (ours, theirs) = ((one: [Double](), many: [Double]()), (one: [Double](), many: [Double]()))
        for round in 0..<rounds {
            tools.progress("destinations, round \(round + 1) of \(rounds)")
            ours.one.append(try await measure(1) { onair(clip, to: $0) })
            theirs.one.append(try await measure(1) { ffmpeg(clip, to: $0) })
            ours.many.append(try await measure(Self.many) { onair(clip, to: $0) })
            theirs.many.append(try await measure(Self.many) { ffmpeg(clip, to: $0) })
        }
        let median = ThroughputBench.median
        let (one, many) = (median(ours.one), median(ours.many))
        let (theirOne, theirMany) = (median(theirs.one), median(theirs.many))
        // Encoding is the same for both: the difference is what nine more destinations cost.
        let each = (many - one) / Double(Self.many - 1) / Double(Self.seconds) * 100
        let theirEach = (theirMany - theirOne) / Double(Self.many - 1) / Double(Self.seconds) * 100
        return [
            BenchResult(
                "CPU of \(Self.many) destinations over that of one", unit: "", ours: many / one, peer: "ffmpeg tee",
                theirs: theirMany / theirOne, limit: 1.10, rule: .atMost),
            BenchResult(
                "CPU of one destination more, 6 Mbit/s", unit: "%", ours: each, peer: "ffmpeg tee", theirs: theirEach,
                limit: 1, rule: .atMost),
        ]
    }

    private func onair(_ clip: String, to addresses: [String]) -> [String] {
        [
            tools.onair, "live", "--camera", "file:\(clip)", "--mic", "none", "--size", "1280x720", "--fps", "30",
            "--bitrate", "6000", "--adapt", "off", "--preset", "superfast", "--threads", "1", "--duration",
            "\(Self.seconds)", "--quiet",
        ] + addresses.flatMap { ["--to", $0] }
    }

    private func ffmpeg(_ clip: String, to addresses: [String]) -> [String] {
        [
            "ffmpeg", "-v", "error", "-nostdin", "-re", "-i", clip, "-an", "-pix_fmt", "yuv420p", "-c:v", "libx264",
            "-preset", "superfast", "-tune", "zerolatency", "-profile:v", "high", "-threads", "1", "-g", "60",
            "-keyint_min", "60", "-sc_threshold", "0", "-b:v", "6000k", "-maxrate", "6000k", "-bufsize", "6000k",
            "-flags", "+global_header", "-map", "0:v", "-f", "tee",
            addresses.map { "[f=flv]\($0)" }.joined(separator: "|"),
        ]
    }

    /// Seconds of processor time of a program that publishes to `count` servers, scaled to what it delivered.
    private func measure(_ count: Int, _ command: ([String]) -> [String]) async throws -> Double {
        let sinks = try (0..<count).map { _ in try SinkServer() }
        let words = command(sinks.map(\.address))
        let usage = try MeasuredChild(words, log: tools.log).wait()
        guard usage.status == 0 else { throw BenchError("\(words[0]) ended with \(usage.status); see \(tools.log)") }
        var fewest = Int.max
        for sink in sinks { fewest = min(fewest, await sink.finish().pictures) }
        guard fewest > 0 else { throw BenchError("\(words[0]) delivered nothing to one of \(count) servers") }
        return usage.cpuSeconds / Double(fewest) * Double(Self.seconds * 30)
    }
}
