import Glibc
import OnAirMedia

/// Ten seconds of 720p30 from a raw YUYV file to RTMP, at the same x264 settings: `onair live` beside `ffmpeg`.
struct ThroughputBench {
    let tools: BenchTools

    /// What one run cost.
    struct Run {
        var cpuPerPicture: Double
        var peakBytes: Double
        var firstKeyframe: Double
        var pictures: Double
    }

    func run(threads: Int, rounds: Int) async throws -> [BenchResult] {
        let clip = try tools.clip()
        var ours: [Run] = []
        var theirs: [Run] = []
        for round in 0..<rounds {
            tools.progress("throughput, \(threads) thread(s), round \(round + 1) of \(rounds)")
            ours.append(
                try await measure { address in
                    [
                        tools.onair, "live", "--camera", "file:\(clip)", "--mic", "none", "--to", address, "--size",
                        "1280x720", "--fps", "30", "--bitrate", "3000", "--preset", "superfast", "--threads",
                        "\(threads)", "--duration", "10", "--quiet",
                        // The peer makes the whole bitrate from its first picture on.
                        "--adapt", "off",
                    ]
                })
            theirs.append(
                try await measure { address in
                    [
                        "ffmpeg", "-v", "error", "-nostdin", "-re", "-i", clip, "-an", "-pix_fmt", "yuv420p", "-c:v",
                        "libx264", "-preset", "superfast", "-tune", "zerolatency", "-profile:v", "high", "-threads",
                        "\(threads)", "-g", "60", "-keyint_min", "60", "-sc_threshold", "0", "-b:v", "3000k",
                        "-maxrate", "3000k",
                        "-bufsize", "3000k", "-f", "flv", address,
                    ]
                })
        }
        let cpu = (Self.median(ours.map(\.cpuPerPicture)), Self.median(theirs.map(\.cpuPerPicture)))
        let suffix = "\(threads) encoder thread\(threads == 1 ? "" : "s")"
        return [
            BenchResult(
                "CPU per picture, \(suffix)", unit: "ms", ours: cpu.0 * 1000, peer: "ffmpeg", theirs: cpu.1 * 1000,
                limit: 1.03, rule: .ratioAtMost),
            BenchResult(
                "peak memory, \(suffix)", unit: "MB", ours: Self.median(ours.map(\.peakBytes)) / 1e6, peer: "ffmpeg",
                theirs: Self.median(theirs.map(\.peakBytes)) / 1e6, limit: 120, rule: .atMost),
            BenchResult(
                "start to first IDR at the server, \(suffix)", unit: "ms",
                ours: Self.median(ours.map(\.firstKeyframe)) * 1000, peer: "ffmpeg",
                theirs: Self.median(theirs.map(\.firstKeyframe)) * 1000, limit: 500, rule: .atMost),
            BenchResult(
                "pictures delivered, \(suffix)", unit: "", ours: Self.median(ours.map(\.pictures)), peer: "ffmpeg",
                theirs: Self.median(theirs.map(\.pictures)), limit: nil, rule: .atMost),
        ]
    }

    func measure(_ command: (_ address: String) -> [String]) async throws -> Run {
        let sink = try SinkServer()
        let started = MonotonicClock().now
        let child = try MeasuredChild(command(sink.address), log: tools.log)
        let usage = child.wait()
        guard usage.status == 0 else {
            throw BenchError("\(command("…")[0]) ended with \(usage.status); see \(tools.log)")
        }
        let delivery = await sink.finish()
        guard delivery.pictures > 0, let first = delivery.firstKeyframe else {
            throw BenchError("\(command("…")[0]) delivered nothing")
        }
        return Run(
            cpuPerPicture: usage.cpuSeconds / Double(delivery.pictures), peakBytes: Double(usage.peakBytes),
            firstKeyframe: first.time(since: started).seconds, pictures: Double(delivery.pictures))
    }

    static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
    }
}
