/// A status as metrics, in the text format 0.0.4 of Prometheus: each metric with its help and its type, counters ending in
/// `_total`, times in seconds, sizes in bytes.
///
/// An output's label is how it is shown; it holds no key.
public struct PrometheusText: Sendable {
    /// The media type of the text.
    public static let mediaType: StaticString = "text/plain; version=0.0.4; charset=utf-8"

    private static let streamStates = ["idle", "connecting", "connected", "reconnecting", "disconnecting", "failed"]
    private static let outputStates = ["connecting", "live", "recording", "reconnecting", "ended"]

    private typealias Sample = (labels: [(String, String)], value: String)

    private var text = ""

    /// The page for `status`.
    public static func page(_ status: LiveStatus, version: String) -> String {
        var page = PrometheusText()
        page.program(status, version: version)
        page.outputs(status)
        return page.text
    }

    private mutating func program(_ status: LiveStatus, version: String) {
        gauge("info", "What serves this.", [([("version", version)], "1")])
        gauge("uptime_seconds", "Seconds since capture started.", status.time)
        gauge(
            "stream_state", "1 for the state the stream is in.",
            Self.streamStates.map { ([("state", $0)], $0 == status.state ? "1" : "0") })
        gauge("frames_per_second", "Encoded pictures in the last second.", status.fps)
        gauge("capture_frames_per_second", "Pictures that the camera gives.", status.pictures.captureRate)
        gauge("video_bits_per_second", "Encoded video in the last second.", status.videoKbps * 1000)
        gauge("audio_bits_per_second", "Encoded sound in the last second.", status.audioKbps * 1000)
        gauge("encode_seconds", "Mean time to encode a picture in the last second.", status.encodeMilliseconds / 1000)
        gauge("bitrate_target_bits_per_second", "The video bitrate aimed at now.", status.encoder.kbps * 1000)
        gauge(
            "bitrate_ceiling_bits_per_second", "What the video bitrate may rise to.", status.encoder.ceilingKbps * 1000)
        gauge("encoder_frames_per_second", "Pictures a second that the encoder is given at most.", status.encoder.fps)
        gauge(
            "encoder_load_step", "Steps below what was asked for because this machine is too slow.",
            [([], "\(status.encoder.step)")])
        let pictures = status.pictures
        counter("pictures_captured_total", "Pictures the camera gave.", [([], "\(pictures.captured)")])
        counter("pictures_program_total", "Pictures viewers get.", [([], "\(pictures.program)")])
        counter("pictures_repeated_total", "Times a picture was shown again.", [([], "\(pictures.repeated)")])
        counter("pictures_encoded_total", "Pictures that were encoded.", [([], "\(pictures.encoded)")])
        let lost = [
            ("late", pictures.late), ("lagged", pictures.lagged), ("skipped", pictures.skipped),
            ("no_memory", pictures.poolEmpty), ("corrupt", pictures.corrupt),
        ]
        counter(
            "pictures_lost_total", "Pictures lost before the network, by cause.",
            lost.map { ([("cause", $0.0)], "\($0.1)") })
        counter(
            "sound_silence_samples_total", "Samples of silence where no sound came.",
            [([], "\(status.sound.silenceSamples)")])
        counter("sound_overrun_blocks_total", "Blocks of 10 ms nobody took in time.", [([], "\(status.sound.overrun)")])
        counter(
            "sound_skipped_blocks_total", "Blocks of 1024 samples the encoder was too slow for.",
            [([], "\(status.sound.skipped)")])
        counter("uploaded_bytes_total", "Bytes sent to all destinations.", [([], "\(status.uploadBytes)")])
    }

    private mutating func outputs(_ status: LiveStatus) {
        let outputs = status.destinations.map { ($0, "destination") } + status.recordings.map { ($0, "recording") }
        func each(_ value: (LiveStatus.Output) -> String?) -> [Sample] {
            outputs.compactMap { output, kind in
                value(output).map { ([("output", output.id), ("kind", kind)], $0) }
            }
        }
        func destinations(_ value: (LiveStatus.Output) -> String?) -> [Sample] {
            status.destinations.compactMap { output in
                value(output).map { ([("output", output.id), ("kind", "destination")], $0) }
            }
        }
        func tracks(_ value: (LiveStatus.Output.Track) -> String) -> [Sample] {
            outputs.flatMap { output, kind in
                [("video", output.video), ("audio", output.audio)].map { name, track in
                    ([("output", output.id), ("kind", kind), ("track", name)], value(track))
                }
            }
        }
        gauge(
            "output_state", "1 for the state the output is in.",
            outputs.flatMap { output, kind in
                Self.outputStates.map { state in
                    ([("output", output.id), ("kind", kind), ("state", state)], state == output.state ? "1" : "0")
                }
            })
        gauge("output_leader", "1 where its network moves the bitrate.", destinations { $0.isLeader ? "1" : "0" })
        gauge("output_live_seconds", "Seconds that it has been live this time.", destinations { "\($0.liveSeconds)" })
        counter("output_attempts_total", "Attempts to connect.", destinations { "\($0.attempts)" })
        counter("output_reconnects_total", "Times it was live again after a loss.", destinations { "\($0.reconnects)" })
        counter("output_bytes_total", "Bytes sent or written.", each { "\($0.bytes)" })
        counter(
            "output_acknowledged_bytes_total", "Bytes the peer acknowledged.",
            destinations { "\($0.acknowledgedBytes)" })
        gauge("output_bits_per_second", "Sent or written in the last second.", each { "\($0.kbps * 1000)" })
        counter("output_track_packets_total", "Packets sent or written.", tracks { "\($0.packets)" })
        counter("output_track_bytes_total", "Bytes of packets sent or written.", tracks { "\($0.bytes)" })
        counter("output_dropped_packets_total", "Packets lost because it was too slow.", tracks { "\($0.dropped)" })
        counter(
            "output_missed_packets_total", "Packets that came while no server took them.",
            destinations { "\($0.missed)" })
        gauge("output_queue_packets", "Packets waiting.", tracks { "\($0.queuePackets)" })
        gauge("output_queue_bytes", "Bytes waiting.", tracks { "\($0.queueBytes)" })
        gauge("output_queue_seconds", "Program waiting.", tracks { "\($0.queueMilliseconds / 1000)" })
        gauge("output_unacknowledged_bytes", "Bytes under way.", destinations { "\($0.unacknowledgedBytes)" })
        gauge(
            "output_round_trip_seconds", "To the peer and back.",
            destinations { $0.roundTripMilliseconds.map { "\($0 / 1000)" } })
        gauge(
            "output_retransmits", "Segments sent once more, in the present connection.",
            destinations { "\($0.retransmits)" })
        gauge("output_congestion_ratio", "0 flows freely, 1 takes nothing.", destinations { "\($0.congestion)" })
        gauge(
            "output_latency_median_seconds", "From a picture's capture to its last byte handed over.",
            each { $0.latencyMedian.map { "\($0 / 1000)" } })
        gauge(
            "output_latency_p95_seconds", "What 95 of 100 pictures stay below.",
            each { $0.latency95.map { "\($0 / 1000)" } })
    }

    // MARK: The format

    private mutating func gauge(_ name: String, _ help: String, _ value: Double) {
        gauge(name, help, [([], "\(value)")])
    }

    private mutating func gauge(_ name: String, _ help: String, _ samples: [Sample]) {
        metric(name, help, "gauge", samples)
    }

    private mutating func counter(_ name: String, _ help: String, _ samples: [Sample]) {
        metric(name, help, "counter", samples)
    }

    private mutating func metric(_ name: String, _ help: String, _ type: String, _ samples: [Sample]) {
        guard !samples.isEmpty else { return }
        text += "# HELP onair_\(name) \(help)\n# TYPE onair_\(name) \(type)\n"
        for sample in samples {
            let labels = sample.labels.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
            text += "onair_\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(Self.number(sample.value))\n"
        }
    }

    /// Swift and Prometheus spell what is no finite number differently.
    private static func number(_ text: String) -> String {
        switch text {
        case "inf": "+Inf"
        case "-inf": "-Inf"
        case "nan", "-nan": "NaN"
        default: text
        }
    }

    private static func escaped(_ label: String) -> String {
        var result = ""
        for scalar in label.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            case "\n": result += "\\n"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
