import Foundation
import OnAir
import OnAirMedia

/// Camera clock to last byte on the wire at 720p30: a kit in this process beside a GStreamer pipeline.
///
/// Ours is measured from the exact time the camera's clock gave a picture to the moment the socket took the last byte
/// of its packet. GStreamer's own latency tracer measures from the source pad to the sink pad, which leaves out its
/// sending: the comparison favours it.
struct LatencyBench {
    let tools: BenchTools
    static let seconds = 10

    func run() async throws -> [BenchResult] {
        var results: [BenchResult] = []
        for microphone in [DeviceChoice.off, .simulated] {
            tools.progress("latency, microphone \(microphone)")
            let peer = try await gstreamer(microphone: microphone)
            let ours = try await onair(microphone: microphone)
            let what = microphone == .off ? "video alone" : "with sound"
            let isJudged = microphone == .off
            results.append(
                BenchResult(
                    "camera to wire, p50, \(what)", unit: "ms", ours: ours.0, peer: "GStreamer",
                    theirs: peer.0, limit: isJudged ? 15 : nil, rule: .atMost))
            results.append(
                BenchResult(
                    "camera to wire, p95, \(what)", unit: "ms", ours: ours.1, peer: "GStreamer",
                    theirs: peer.1, limit: isJudged ? 25 : nil, rule: .atMost))
        }
        return results
    }

    private func onair(microphone: DeviceChoice) async throws -> (Double, Double) {
        let sink = try SinkServer()
        var configuration = BroadcastConfiguration(profile: .p720n3)
        configuration.video.frameRate = FrameRate(30)
        configuration.video.bitrate = 3_000_000
        configuration.microphone = microphone
        let kit = StreamerKit(configuration: configuration)
        let events = await kit.events()
        try await kit.startCapture()
        try await kit.startStream(to: [try StreamAddress(sink.address)])
        var left = Self.seconds
        var last = BroadcastStatistics()
        for await event in events {
            guard case .statistics(let statistics) = event else { continue }
            last = statistics
            left -= 1
            if left == 0 { break }
        }
        await kit.stopCapture()
        _ = await sink.finish()
        guard let median = last.outputs.first?.latencyMedian, let high = last.outputs.first?.latency95 else {
            throw BenchError("nothing was sent")
        }
        return (median, high)
    }

    private func gstreamer(microphone: DeviceChoice) async throws -> (Double, Double) {
        let sink = try SinkServer()
        let sound = [
            "audiotestsrc", "is-live=true", "samplesperbuffer=480", "num-buffers=\(100 * Self.seconds)", "!",
            "audio/x-raw,rate=48000,channels=1", "!",
            "voaacenc", "bitrate=128000", "!", "aacparse", "!", "mux.",
        ]
        let child = try MeasuredChild(
            [
                "gst-launch-1.0", "-q", "videotestsrc", "is-live=true", "pattern=smpte",
                "num-buffers=\(30 * Self.seconds)", "!", "video/x-raw,format=NV12,width=1280,height=720,framerate=30/1",
                "!", "videoconvert", "!", "video/x-raw,format=I420", "!", "x264enc", "tune=zerolatency",
                "speed-preset=superfast", "bitrate=3000", "key-int-max=60", "threads=2", "sliced-threads=true", "!",
                "flvmux", "name=mux", "streamable=true", "!", "rtmp2sink", "location=\(sink.address)",
            ] + (microphone == .off ? [] : sound), log: tools.log,
            environment: ["GST_DEBUG": "GST_TRACER:7", "GST_TRACERS": "latency", "GST_DEBUG_NO_COLOR": "1"])
        let usage = child.wait()
        guard usage.status == 0 else { throw BenchError("gst-launch-1.0 ended with \(usage.status); see \(tools.log)") }
        _ = await sink.finish()
        let text = try String(contentsOfFile: tools.log, encoding: .utf8)
        let latencies = text.split(separator: "\n").compactMap { line -> Double? in
            guard line.contains(" latency, "), line.contains("videotestsrc"),
                let start = line.range(of: "time=(guint64)")?.upperBound
            else {
                return nil
            }
            return Double(line[start...].prefix { $0.isNumber }).map { $0 / 1e6 }
        }.sorted()
        guard latencies.count > 50 else { throw BenchError("GStreamer's tracer said nothing; see \(tools.log)") }
        return (latencies[latencies.count / 2], latencies[latencies.count * 95 / 100])
    }
}
