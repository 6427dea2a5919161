import OnAirEncode
import OnAirFFmpeg
import OnAirSystem

/// Measures how long an encoder takes for pictures of one size, in bursts.
struct EncoderTrial {
    private let settings: VideoEncoderSettings
    private let encoder: H264Encoder
    private let packets = PacketPool(capacity: 4, initialSize: 1 << 18)
    private let pictures: [Picture]
    private let clock = MonotonicClock()
    private var index: Int64 = 0
    /// The fastest burst so far, and how long the slowest took for a picture.
    private(set) var measurement: EncoderFacts.Measurement?

    init(_ size: PictureSize, bitrate: Int, processors: Int) throws(FFmpegError) {
        settings = VideoEncoderSettings(size: size, frameRate: FrameRate(30), bitrate: bitrate, processors: processors)
        encoder = try H264Encoder(settings.configuration)
        pictures = MovingTexture.pictures(of: size, count: 6)
        // The first pictures pay for what x264 makes once.
        for _ in 0..<3 { try encode() }
    }

    /// Encodes for so long, and two pictures at least.
    mutating func run(milliseconds: Int64) throws(FFmpegError) {
        let (start, before, first) = (clock.now, ProcessUsage.current(), index)
        while index < first + 2 || clock.now.nanoseconds(since: start) < milliseconds * 1_000_000 { try encode() }
        let spent = Double(clock.now.nanoseconds(since: start)) / 1e6
        let used = Double((ProcessUsage.current().processorTime - before.processorTime).nanoseconds) / 1e6
        let count = index - first
        let burst = EncoderFacts.Measurement(
            size: settings.size, milliseconds: spent / Double(count), processorMilliseconds: used / Double(count),
            pictures: Int(count), threads: settings.threads)
        guard let measurement else {
            measurement = burst
            return
        }
        // Both figures from whichever burst had less of them: disturbance only ever adds.
        self.measurement = EncoderFacts.Measurement(
            size: settings.size, milliseconds: min(measurement.milliseconds, burst.milliseconds),
            processorMilliseconds: min(measurement.processorMilliseconds, burst.processorMilliseconds),
            pictures: measurement.pictures + burst.pictures, threads: settings.threads,
            slowest: max(measurement.slowest, burst.slowest))
    }

    private mutating func encode() throws(FFmpegError) {
        // There and back again, so that no picture is followed by a stranger.
        let place = Int(index) % (2 * pictures.count - 2)
        let picture = pictures[place < pictures.count ? place : 2 * pictures.count - 2 - place]
        try encoder.encode(picture, index: index, packets: packets) { _ in }
        index += 1
    }
}
