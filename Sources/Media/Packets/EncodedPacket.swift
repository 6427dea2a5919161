/// One access unit or audio frame as the encoder made it: immutable, counted, shared by all destinations.
public struct EncodedPacket: Sendable {
    /// Which track a packet belongs to.
    public enum Track: String, Hashable, Sendable, Codable { case video, audio }

    public let track: Track
    /// When to show or play it, on the program's timeline.
    public let presentationTime: MediaTime
    /// When to decode it; rises strictly within a track and never exceeds `presentationTime`.
    public let decodeTime: MediaTime
    /// Decoding can start here: an IDR picture, or any audio frame.
    public let isKeyframe: Bool
    /// No other picture refers to it, so that it can be left out without harm.
    public let isDisposable: Bool
    /// When the picture or the first sample was captured, on the host clock.
    public let captureTime: HostTime
    package let buffer: PacketBuffer

    package init(
        track: Track, presentationTime: MediaTime, decodeTime: MediaTime, isKeyframe: Bool, captureTime: HostTime,
        isDisposable: Bool = false, buffer: PacketBuffer
    ) {
        self.track = track
        self.presentationTime = presentationTime
        self.decodeTime = decodeTime
        self.isKeyframe = isKeyframe
        self.captureTime = captureTime
        self.isDisposable = isDisposable
        self.buffer = buffer
    }

    /// What a decoder must know from here on; of IDR pictures alone, and nil where it is what the program's format says.
    /// It differs from that of the IDR picture before after the encoder was opened anew.
    public var videoFormat: VideoTrackFormat? { buffer.videoFormat }

    /// Bytes of payload.
    public var byteCount: Int { buffer.count }

    /// Calls `body` with the payload, in the form that `VideoCodec` and `AudioCodec` say: for H.264, NAL units each after
    /// its length in 4 bytes, big-endian (ISO/IEC 14496-15, 5.2.3); for AAC, one raw data block without ADTS header.
    public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        defer { buffer.endRead() }
        return try body(buffer.bytes)
    }
}
