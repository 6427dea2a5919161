/// The codec of an audio track, with what its decoder must know before the first packet.
public enum AudioCodec: Equatable, Sendable {
    /// AAC, with its AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1); packets hold raw data blocks without ADTS headers.
    case aac(audioSpecificConfig: [UInt8])
    /// Opus, with its identification header (RFC 7845, 5.1), `OpusHead` and all; packets are those of RFC 6716, 3.
    case opus(head: [UInt8])
}
