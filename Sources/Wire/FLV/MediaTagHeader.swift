import OnAirMedia

/// The first bytes of an audio or video tag's body, the same in FLV and RTMP: those of Adobe FLV 10.1 (E.4.2.1 and
/// E.4.3.1) for AVC and AAC, else those of enhanced RTMP 2.0 (Enhanced Video, Enhanced Audio).
package struct MediaTagHeader: Hashable, Sendable {
    /// The longest there is.
    package static let longest = 8

    /// Bytes of the header, at most `longest`.
    package let count: Int
    /// The bytes, from the most significant on.
    private let packed: UInt64

    private static let keyframe: UInt64 = 0x17
    private static let interframe: UInt64 = 0x27
    /// AAC, and the 44 kHz, 16 bit, stereo that the specification demands for AAC whatever the track has.
    private static let aac: UInt64 = 0xAF
    /// The flag of the extended header, and the frame type below it.
    private static let extendedKeyframe: UInt64 = 0x90
    private static let extendedInterframe: UInt64 = 0xA0
    /// Sound format 9: the extended header.
    private static let extendedAudio: UInt64 = 0x90

    /// Types of packet of the extended headers, the same for both tracks.
    private enum PacketType {
        static let sequenceStart: UInt64 = 0
        static let codedFrames: UInt64 = 1
        /// Coded frames whose composition offset is 0 and left out.
        static let codedFramesX: UInt64 = 3
    }

    private init(count: Int, packed: UInt64) {
        self.count = count
        self.packed = packed << (64 - 8 * UInt64(count))
    }

    private static func extended(_ first: UInt64, _ name: FourCC) -> MediaTagHeader {
        MediaTagHeader(count: 5, packed: first << 32 | UInt64(name.rawValue))
    }

    /// Before the configuration record of a video codec.
    package static func videoSequenceHeader(_ codec: VideoTagCodec) -> MediaTagHeader {
        guard let name = codec.fourCC else { return MediaTagHeader(count: 5, packed: keyframe << 32) }
        return extended(extendedKeyframe | PacketType.sequenceStart, name)
    }

    /// Before the configuration of an audio codec.
    package static func audioSequenceHeader(_ codec: AudioTagCodec) -> MediaTagHeader {
        guard let name = codec.fourCC else { return MediaTagHeader(count: 2, packed: aac << 8) }
        return extended(extendedAudio | PacketType.sequenceStart, name)
    }

    /// Before one coded audio packet.
    package static func audioFrame(_ codec: AudioTagCodec) -> MediaTagHeader {
        guard let name = codec.fourCC else { return MediaTagHeader(count: 2, packed: aac << 8 | 1) }
        return extended(extendedAudio | PacketType.codedFrames, name)
    }

    /// Before one coded picture; `compositionOffset` is its presentation minus its decode time in milliseconds, of which
    /// 24 bits are written.
    package static func picture(
        _ codec: VideoTagCodec, isKeyframe: Bool, compositionOffset: Int32
    ) -> MediaTagHeader {
        let offset = UInt64(UInt32(bitPattern: compositionOffset) & 0xFF_FFFF)
        guard let name = codec.fourCC else {
            return MediaTagHeader(count: 5, packed: (isKeyframe ? keyframe : interframe) << 32 | 1 << 24 | offset)
        }
        let first = isKeyframe ? extendedKeyframe : extendedInterframe
        // AV1 is coded in the order it is shown and has no place for an offset; HEVC has, and may leave a zero out.
        if codec == .av1 { return extended(first | PacketType.codedFrames, name) }
        if offset == 0 { return extended(first | PacketType.codedFramesX, name) }
        return MediaTagHeader(
            count: 8, packed: (first | PacketType.codedFrames) << 56 | UInt64(name.rawValue) << 24 | offset)
    }

    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try withUnsafeBytes(of: packed.bigEndian) { try body(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
    }

    package var bytes: [UInt8] { withBytes { [UInt8]($0) } }
}
