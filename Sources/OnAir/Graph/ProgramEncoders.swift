import OnAirEncode
import OnAirFFmpeg

/// What the program's encoders are opened with.
struct ProgramEncoderSettings: Sendable {
    /// Nil for a program without pictures.
    var video: H264Encoder.Configuration?
    /// Nil for a program without sound.
    var audio: AudioConfiguration?

    init(_ configuration: BroadcastConfiguration, processors: Int) {
        if configuration.camera != .none {
            let wanted = configuration.video
            var settings = VideoEncoderSettings(
                size: wanted.orientation.canvas(for: wanted.streamSize), frameRate: wanted.frameRate,
                bitrate: wanted.bitrate, processors: processors)
            settings.keyframeInterval = MediaTime(value: Int64(wanted.keyframeInterval), timescale: 1)
            var opened = settings.configuration
            if let preset = H264Encoder.Configuration.Preset(rawValue: wanted.preset) { opened.preset = preset }
            if wanted.threads > 0 { opened.threads = wanted.threads }
            video = opened
        }
        if configuration.microphone != .none { audio = configuration.audio }
    }
}

/// The opened encoders, on their way from the thread that opened them to the graph.
struct ProgramEncoders {
    let video: H264Encoder?
    let audio: AACEncoder?

    /// Opens both. Takes some milliseconds.
    ///
    /// - Throws: `BroadcastError` with code `.codecOpen`.
    init(opening settings: ProgramEncoderSettings) throws(BroadcastError) {
        do throws(FFmpegError) {
            video = try settings.video.map { configuration throws(FFmpegError) in try H264Encoder(configuration) }
            audio = try settings.audio.map { audio throws(FFmpegError) in
                try AACEncoder(format: audio.format, bitrate: audio.bitrate)
            }
        } catch {
            throw BroadcastError(code: .codecOpen, message: error.message, advice: error.advice)
        }
    }

    /// What every destination must know.
    var format: ProgramFormat { ProgramFormat(video: video?.trackFormat, audio: audio?.trackFormat) }
}
