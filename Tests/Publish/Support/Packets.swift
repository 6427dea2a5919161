import OnAirMedia

/// Packets and formats as the encoders of a 30 fps program with 48 kHz sound would make them.
enum Packets {
    static let format = ProgramFormat(video: videoFormat, audio: audioFormat)
    /// SPS and PPS of a 160×90 constrained baseline stream at 30 fps, as libx264 164 wrote them.
    static let videoFormat = VideoTrackFormat(
        size: PictureSize(width: 160, height: 90), frameRate: FrameRate(30), bitrate: 400_000,
        color: .stream(for: PictureSize(width: 160, height: 90)),
        parameterSets: .init(
            sequence: [
                0x67, 0x42, 0xC0, 0x0B, 0xDA, 0x0A, 0x37, 0xE4, 0xC0, 0x44, 0x00, 0x00, 0x03, 0x00, 0x04, 0x00, 0x00,
                0x03, 0x00, 0xF2, 0x3C, 0x50, 0xAA, 0x80,
            ], picture: [0x68, 0xCE, 0x0F, 0xC8]))
    /// AAC-LC, 48 kHz, two channels (ISO/IEC 14496-3, 1.6.2.1).
    static let audioFormat = AudioTrackFormat(
        sound: SoundFormat(sampleRate: 48000, channels: 2), bitrate: 128_000, audioSpecificConfig: [0x11, 0x90])

    /// Picture `index`; every `gop`-th is a keyframe.
    static func video(
        _ index: Int64, gop: Int64 = 60, bytes: Int = 1000, capture: HostTime? = nil, isDisposable: Bool = false
    ) -> EncodedPacket {
        let time = FrameRate(30).time(ofFrame: index)
        let isKeyframe = index % gop == 0
        let buffer = PacketBuffer(capacity: bytes)
        buffer.append(bigEndian: UInt32(bytes - 4))
        let unit =
            [UInt8(isKeyframe ? 0x65 : 0x41)] + [UInt8](repeating: UInt8(truncatingIfNeeded: index), count: bytes - 5)
        unit.withUnsafeBytes { buffer.append($0) }
        return EncodedPacket(
            track: .video, presentationTime: time, decodeTime: time, isKeyframe: isKeyframe,
            captureTime: capture ?? HostTime(nanoseconds: time.nanoseconds), isDisposable: isDisposable, buffer: buffer)
    }

    /// Sound packet `index` of 1024 samples.
    static func audio(_ index: Int64, bytes: Int = 300, capture: HostTime? = nil) -> EncodedPacket {
        let time = MediaTime(value: index * 1024, timescale: 48000)
        let buffer = PacketBuffer(capacity: bytes)
        [UInt8](repeating: UInt8(truncatingIfNeeded: index), count: bytes).withUnsafeBytes { buffer.append($0) }
        return EncodedPacket(
            track: .audio, presentationTime: time, decodeTime: time, isKeyframe: true,
            captureTime: capture ?? HostTime(nanoseconds: time.nanoseconds), buffer: buffer)
    }

    /// Both tracks over `seconds`, in order of decode time.
    static func program(seconds: Int64, gop: Int64 = 60, videoBytes: Int = 1000) -> [EncodedPacket] {
        let pictures = (0..<(seconds * 30)).map { video($0, gop: gop, bytes: videoBytes) }
        let sounds = (0..<(seconds * 48000 / 1024)).map { audio($0) }
        return (pictures + sounds).sorted { $0.decodeTime < $1.decodeTime }
    }
}
