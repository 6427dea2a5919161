import OnAirMedia

/// What precedes the media: metadata and the sequence headers of both tracks, as bodies of FLV tags and RTMP messages.
package struct ProgramAnnouncement: Hashable, Sendable {
    /// `onMetaData` and its ECMA array, in AMF0.
    package let metadata: [UInt8]
    /// The video sequence header; nil without video.
    package let videoHeader: [UInt8]?
    /// The audio sequence header; nil without audio.
    package let audioHeader: [UInt8]?
    /// The codecs that need enhanced RTMP; empty where there is none.
    package let codecs: [FourCC]

    /// - Parameter isFile: the metadata begins with `duration` and `filesize`, both 0 until the file is complete.
    package init(_ format: ProgramFormat, encoderName: String, isFile: Bool = false) throws(TrackHeaderError) {
        guard format.video != nil || format.audio != nil else { throw .noTracks }
        if let video = format.video {
            videoHeader =
                MediaTagHeader.videoSequenceHeader(VideoTagCodec(video.codec)).bytes
                + (try Self.configuration(video.codec))
        } else {
            videoHeader = nil
        }
        if let audio = format.audio {
            audioHeader =
                MediaTagHeader.audioSequenceHeader(AudioTagCodec(audio.codec)).bytes
                + (try Self.configuration(audio.codec))
        } else {
            audioHeader = nil
        }
        let (video, audio) = (format.video, format.audio)
        codecs = [video.map { VideoTagCodec($0.codec) }?.fourCC, audio.map { AudioTagCodec($0.codec) }?.fourCC]
            .compactMap { $0 }
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
                AMF0Property(
                    "videocodecid", .number(VideoTagCodec(video.codec).fourCC.map { Double($0.rawValue) } ?? 7)),
            ]
        }
        if let audio = format.audio {
            properties += [
                AMF0Property("audiodatarate", .number(Double(audio.bitrate) / 1000)),
                AMF0Property(
                    "audiocodecid", .number(AudioTagCodec(audio.codec).fourCC.map { Double($0.rawValue) } ?? 10)),
                AMF0Property("audiosamplerate", .number(Double(audio.sound.sampleRate))),
                AMF0Property("audiosamplesize", 16.0),
                AMF0Property("stereo", .boolean(audio.sound.channels == 2)),
            ]
        }
        return properties + [AMF0Property("encoder", .string(AMF0String(encoderName)))]
    }

    private static func configuration(_ codec: VideoCodec) throws(TrackHeaderError) -> [UInt8] {
        switch codec {
        case .h264(let sets): return try AVCDecoderConfiguration(sets).bytes
        case .hevc(let video, let sequence, let picture):
            return try HEVCDecoderConfiguration(video: video, sequence: sequence, picture: picture).bytes
        case .av1(let record):
            // marker 1 and version 1, then profile, level and the form of the pictures (AV1 in ISOBMFF, 2.3.3).
            guard record.count >= 4, record[0] == 0x81 else {
                throw .configurationRecord("it has \(record.count) bytes and does not begin with 0x81")
            }
            return record
        }
    }

    private static func configuration(_ codec: AudioCodec) throws(TrackHeaderError) -> [UInt8] {
        switch codec {
        case .aac(let config):
            guard config.count >= 2 else {
                throw .audioSpecificConfig("it has \(config.count) bytes, at least 2 are needed")
            }
            guard config.count <= 0xFFFF else { throw .audioSpecificConfig("it has \(config.count) bytes") }
            guard config[0] >> 3 != 0 else { throw .audioSpecificConfig("its audio object type is 0") }
            return config
        case .opus(let head):
            // RFC 7845, 5.1: the name, a version whose upper half is 0, at least one channel.
            guard head.count >= 19, head.count <= 0xFFFF, head.prefix(8).elementsEqual("OpusHead".utf8),
                head[8] >> 4 == 0, head[9] > 0
            else { throw .opusHead("its \(head.count) bytes are not an identification header") }
            return head
        }
    }
}
