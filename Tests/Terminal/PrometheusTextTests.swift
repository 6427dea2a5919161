import OnAirTerminal
import Testing

/// The page against the rules of the text format 0.0.4
/// (https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format).
@Suite("Metrics in the text format of Prometheus")
struct PrometheusTextTests {
    private func lines(_ status: LiveStatus) -> [String] {
        PrometheusText.page(status, version: "1.2.3").split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
    }

    @Test("Every sample follows the help and the type of its metric, and the page ends with a line end")
    func structure() {
        var types: [String: String] = [:]
        var current = ""
        let page = lines(ReportTests.status)
        #expect(page.last == "")
        for line in page.dropLast() {
            let words = line.split(separator: " ").map(String.init)
            if line.hasPrefix("# HELP ") {
                current = words[2]
                #expect(types[current] == nil, "\(current) is told in two places")
                types[current] = ""
            } else if line.hasPrefix("# TYPE ") {
                #expect(words[2] == current && ["gauge", "counter"].contains(words[3]))
                types[current] = words[3]
                #expect((words[3] == "counter") == current.hasSuffix("_total"))
            } else {
                let name = line.prefix { $0 != "{" && $0 != " " }
                #expect(name == current && types[current] != "")
                #expect(name.hasPrefix("onair_") && name.allSatisfy { $0.isLowercase || $0 == "_" || $0.isNumber })
                #expect(Double(words[words.count - 1]) != nil)
            }
        }
        #expect(types.count > 30)
    }

    @Test("Numbers are those of the status, in base units")
    func numbers() {
        let page = lines(ReportTests.status)
        let output = #"output="rtmp://host/app/***",kind="destination""#
        for line in [
            "onair_uptime_seconds 83.4567", #"onair_stream_state{state="connected"} 1"#,
            #"onair_stream_state{state="reconnecting"} 0"#, "onair_video_bits_per_second 2514400.0",
            "onair_pictures_captured_total 2500", #"onair_pictures_lost_total{cause="late"} 2"#,
            "onair_output_bytes_total{\(output)} 26000000", "onair_output_leader{\(output)} 1",
            #"onair_output_dropped_packets_total{\#(output),track="video"} 1"#,
            "onair_output_round_trip_seconds{\(output)} \(23.4 / 1000)",
            #"onair_output_state{output="a.flv",kind="recording",state="recording"} 1"#,
            #"onair_info{version="1.2.3"} 1"#,
        ] { #expect(page.contains(line), "\(line)") }
        // What has not been measured is not there.
        #expect(!page.contains { $0.hasPrefix("onair_output_latency_p95_seconds") })
    }

    @Test("A label may hold anything")
    func escaping() {
        var status = LiveStatus()
        status.recordings = [LiveStatus.Output(id: "a \"b\" \\ c\nd ü.flv", state: "recording")]
        #expect(
            lines(status).contains(#"onair_output_bytes_total{output="a \"b\" \\ c\nd ü.flv",kind="recording"} 0"#))
    }

    @Test("What is no number is spelled as Prometheus does")
    func notANumber() {
        var status = LiveStatus()
        (status.fps, status.videoKbps) = (.nan, .infinity)
        #expect(lines(status).contains("onair_frames_per_second NaN"))
        #expect(lines(status).contains("onair_video_bits_per_second +Inf"))
    }
}
