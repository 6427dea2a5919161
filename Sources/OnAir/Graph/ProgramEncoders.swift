import OnAirEncode
import OnAirFFmpeg

/// What the program's encoders are opened with.
package struct ProgramEncoderSettings: Sendable {
    /// Nil for a program without pictures.
    var video: H264Encoder.Configuration?
    /// Nil for a program without sound.
    var audio: AudioConfiguration?

    package init(_ configuration: BroadcastConfiguration, processors: Int) {
        if configuration.camera != .off {
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
        if configuration.microphone != .off { audio = configuration.audio }
    }
}

/// The opened encoders, on their way from the thread that opened them to the graph.
package struct ProgramEncoders: Sendable {
    let video: TransferBox<H264Encoder>?
    let audio: TransferBox<AACEncoder>?
    /// What every destination must know.
    let format: ProgramFormat

    /// Opens both. Takes some milliseconds.
    ///
    /// - Throws: `BroadcastError` with code `.codecOpen`.
    package init(opening settings: ProgramEncoderSettings) throws(BroadcastError) {
        var format = ProgramFormat(video: nil, audio: nil)
        do throws(FFmpegError) {
            if let configuration = settings.video {
                let encoder = try H264Encoder(configuration)
                format.video = encoder.trackFormat
                video = TransferBox(encoder)
            } else {
                video = nil
            }
            if let configuration = settings.audio {
                let encoder = try AACEncoder(format: configuration.format, bitrate: configuration.bitrate)
                format.audio = encoder.trackFormat
                audio = TransferBox(encoder)
            } else {
                audio = nil
            }
        } catch {
            throw BroadcastError(code: .codecOpen, message: error.message, advice: error.advice)
        }
        self.format = format
    }
}
