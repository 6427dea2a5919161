import OnAirMedia

/// The first bytes of an audio or video tag's body, the same in FLV and RTMP (Adobe FLV 10.1, E.4.2.1 and E.4.3.1).
package struct MediaTagHeader: Hashable, Sendable {
    /// Bytes of the header.
    package let count: Int
    /// The bytes, from the most significant on.
    private let packed: UInt64

    private static let keyframe: UInt64 = 0x17
    private static let interframe: UInt64 = 0x27
    /// AAC, and the 44 kHz, 16 bit, stereo that the specification demands for AAC whatever the track has.
    private static let aac: UInt64 = 0xAF

    private init(count: Int, packed: UInt64) {
        self.count = count
        self.packed = packed << (64 - 8 * UInt64(count))
    }

    /// Before an AVCDecoderConfigurationRecord.
    package static let videoSequenceHeader = MediaTagHeader(count: 5, packed: keyframe << 32)

    /// Before an AudioSpecificConfig.
    package static let audioSequenceHeader = MediaTagHeader(count: 2, packed: aac << 8)

    /// Before a raw AAC frame.
    package static let audioFrame = MediaTagHeader(count: 2, packed: aac << 8 | 1)

    /// Before the NAL units of one picture; `compositionOffset` is its presentation minus its decode time in
    /// milliseconds, of which 24 bits are written.
    package static func picture(isKeyframe: Bool, compositionOffset: Int32) -> MediaTagHeader {
        let offset = UInt64(UInt32(bitPattern: compositionOffset) & 0xFF_FFFF)
        return MediaTagHeader(count: 5, packed: (isKeyframe ? keyframe : interframe) << 32 | 1 << 24 | offset)
    }

    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try withUnsafeBytes(of: packed.bigEndian) { try body(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
    }

    package var bytes: [UInt8] { withBytes { [UInt8]($0) } }
}
