import OnAirEncode
import OnAirFFmpeg
import OnAirSystem

extension EncoderFacts {
    /// Opens the encoders as a broadcast would and measures them for about half a second.
    static func measured(processors: Int) -> EncoderFacts {
        var facts = EncoderFacts()
        facts.preset = VideoConfiguration(profile: .p720n3).preset
        for (size, bitrate) in [
            (PictureSize(width: 1280, height: 720), 2_500_000), (PictureSize(width: 1920, height: 1080), 4_500_000),
        ] {
            do throws(FFmpegError) {
                facts.measurements.append(
                    try measure(size, bitrate: bitrate, processors: processors, milliseconds: 250))
            } catch {
                facts.h264Problem = error.message
            }
        }
        do throws(FFmpegError) {
            _ = try AACEncoder(format: SoundFormat(sampleRate: 48_000, channels: 1), bitrate: 64_000)
        } catch {
            facts.aacProblem = error.message
        }
        return facts
    }

    private static func measure(
        _ size: PictureSize, bitrate: Int, processors: Int, milliseconds: Int64
    ) throws(FFmpegError) -> Measurement {
        let settings = VideoEncoderSettings(
            size: size, frameRate: FrameRate(30), bitrate: bitrate, processors: processors)
        let encoder = try H264Encoder(settings.configuration)
        let packets = PacketPool(capacity: 4, initialSize: 1 << 18)
        let pictures = MovingTexture.pictures(of: size, count: 6)
        let clock = MonotonicClock()
        var (start, before) = (clock.now, ProcessUsage.current())
        var index: Int64 = 0
        // The first pictures pay for what x264 makes once.
        let warm: Int64 = 3
        while index < warm + 2 || clock.now.nanoseconds(since: start) < milliseconds * 1_000_000 {
            if index == warm { (start, before) = (clock.now, ProcessUsage.current()) }
            // There and back again, so that no picture is followed by a stranger.
            let place = Int(index) % (2 * pictures.count - 2)
            let picture = pictures[place < pictures.count ? place : 2 * pictures.count - 2 - place]
            try encoder.encode(picture, index: index, packets: packets) { _ in }
            index += 1
        }
        let spent = Double(clock.now.nanoseconds(since: start)) / 1e6
        let used = Double((ProcessUsage.current().processorTime - before.processorTime).nanoseconds) / 1e6
        let count = index - warm
        return Measurement(
            size: size, milliseconds: spent / Double(count), processorMilliseconds: used / Double(count),
            pictures: Int(count), threads: settings.threads)
    }
}
