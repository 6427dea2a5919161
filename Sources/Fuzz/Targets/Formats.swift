import OnAirMedia

/// Formats and packets that targets share.
enum Formats {
    static let plain = ProgramFormat(video: video(.h264(sets)), audio: audio(.aac(audioSpecificConfig: [0x11, 0x90])))

    /// Baseline parameter sets as x264 writes them for 160x90.
    static let sets = VideoTrackFormat.ParameterSets(
        sequence: [0x67, 0x42, 0xC0, 0x0B, 0xDA, 0x02, 0x86], picture: [0x68, 0xCE, 0x0F, 0xC8])

    static let picture = packet(.video, [0, 0, 0, 3, 0x65, 1, 2], .zero, .zero)

    static func video(_ codec: VideoCodec) -> VideoTrackFormat {
        let size = PictureSize(width: 160, height: 90)
        return VideoTrackFormat(
            size: size, frameRate: FrameRate(30), bitrate: 1_000_000, color: .stream(for: size), codec: codec)
    }

    static func audio(_ codec: AudioCodec) -> AudioTrackFormat {
        AudioTrackFormat(sound: SoundFormat(sampleRate: 48_000, channels: 2), bitrate: 128_000, codec: codec)
    }

    static func packet(
        _ track: EncodedPacket.Track, _ bytes: [UInt8], _ decodeTime: MediaTime, _ presentationTime: MediaTime
    ) -> EncodedPacket {
        let buffer = PacketBuffer(capacity: bytes.count)
        bytes.withUnsafeBytes { buffer.append($0) }
        return EncodedPacket(
            track: track, presentationTime: presentationTime, decodeTime: decodeTime, isKeyframe: true,
            captureTime: HostTime(nanoseconds: 0), buffer: buffer)
    }
}
