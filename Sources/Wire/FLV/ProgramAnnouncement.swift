import OnAirMedia

/// What precedes the media: metadata and the sequence headers of both tracks, as bodies of FLV tags and RTMP messages.
package struct ProgramAnnouncement: Hashable, Sendable {
    /// `onMetaData` and its ECMA array, in AMF0.
    package let metadata: [UInt8]
    /// The AVC sequence header; nil without video.
    package let videoHeader: [UInt8]?
    /// The AAC sequence header; nil without audio.
    package let audioHeader: [UInt8]?

    /// - Parameter isFile: the metadata begins with `duration` and `filesize`, both 0 until the file is complete.
    package init(_ format: ProgramFormat, encoderName: String, isFile: Bool = false) throws(TrackHeaderError) {
        guard format.video != nil || format.audio != nil else { throw .noTracks }
        if let video = format.video {
            let record = try AVCDecoderConfiguration(video.parameterSets)
            videoHeader = MediaTagHeader.videoSequenceHeader.bytes + record.bytes
        } else {
            videoHeader = nil
        }
        if let audio = format.audio {
            audioHeader = MediaTagHeader.audioSequenceHeader.bytes + (try Self.checked(audio.audioSpecificConfig))
        } else {
            audioHeader = nil
        }
        var buffer = WireBuffer(capacity: 512)
        AMF0Value.string("onMetaData").write(into: &buffer)
        let figures = isFile ? [AMF0Property("duration", 0.0), AMF0Property("filesize", 0.0)] : []
        AMF0Value.ecmaArray(figures + Self.properties(format, encoderName: encoderName)).write(into: &buffer)
        metadata = buffer.bytes
    }

    /// Rates in kbit/s, an ECMA array and a frame rate: what servers and statistics pages look for (FLV 10.1, E.5).
    private static func properties(_ format: ProgramFormat, encoderName: String) -> [AMF0Property] {
        var properties: [AMF0Property] = []
        if let video = format.video {
            properties += [
                AMF0Property("width", .number(Double(video.size.width))),
                AMF0Property("height", .number(Double(video.size.height))),
                AMF0Property("framerate", .number(video.frameRate.framesPerSecond.doubleValue)),
                AMF0Property("videodatarate", .number(Double(video.bitrate) / 1000)),
                AMF0Property("videocodecid", 7.0),
            ]
        }
        if let audio = format.audio {
            properties += [
                AMF0Property("audiodatarate", .number(Double(audio.bitrate) / 1000)),
                AMF0Property("audiocodecid", 10.0),
                AMF0Property("audiosamplerate", .number(Double(audio.sound.sampleRate))),
                AMF0Property("audiosamplesize", 16.0),
                AMF0Property("stereo", .boolean(audio.sound.channels == 2)),
            ]
        }
        return properties + [AMF0Property("encoder", .string(AMF0String(encoderName)))]
    }

    private static func checked(_ config: [UInt8]) throws(TrackHeaderError) -> [UInt8] {
        guard config.count >= 2 else {
            throw .audioSpecificConfig("it has \(config.count) bytes, at least 2 are needed")
        }
        guard config.count <= 0xFFFF else { throw .audioSpecificConfig("it has \(config.count) bytes") }
        guard config[0] >> 3 != 0 else { throw .audioSpecificConfig("its audio object type is 0") }
        return config
    }
}
