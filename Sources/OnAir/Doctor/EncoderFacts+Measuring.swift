import OnAirEncode
import OnAirFFmpeg

extension EncoderFacts {
    /// How often each size is measured: what disturbs one burst does not disturb the best of all.
    private static let bursts = 4

    /// Opens the encoders as a broadcast would and measures them for about a second.
    static func measured(processors: Int) -> EncoderFacts {
        var facts = EncoderFacts()
        facts.preset = VideoConfiguration(profile: .p720n3).preset
        do throws(FFmpegError) {
            var trials = [
                try EncoderTrial(PictureSize(width: 1280, height: 720), bitrate: 2_500_000, processors: processors),
                try EncoderTrial(PictureSize(width: 1920, height: 1080), bitrate: 4_500_000, processors: processors),
            ]
            // By turns, so that a busy moment does not hit all bursts of one size.
            for _ in 0..<Self.bursts {
                for index in trials.indices { try trials[index].run(milliseconds: 120) }
            }
            facts.measurements = trials.compactMap(\.measurement)
        } catch {
            facts.h264Problem = error.message
        }
        do throws(FFmpegError) {
            _ = try AACEncoder(format: SoundFormat(sampleRate: 48_000, channels: 1), bitrate: 64_000)
        } catch {
            facts.aacProblem = error.message
        }
        return facts
    }
}
