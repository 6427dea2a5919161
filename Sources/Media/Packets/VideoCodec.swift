/// The codec of a video track, with what its decoder must know before the first picture.
public enum VideoCodec: Equatable, Sendable {
    /// ITU-T H.264; packets hold NAL units, each after its length in 4 bytes.
    case h264(VideoTrackFormat.ParameterSets)
    /// ITU-T H.265, with one NAL unit each of video, sequence and picture parameter set (7.3.2), without start codes or
    /// lengths; packets hold NAL units, each after its length in 4 bytes.
    case hevc(video: [UInt8], sequence: [UInt8], picture: [UInt8])
    /// AV1, with its AV1CodecConfigurationRecord (AV1 in ISOBMFF, 2.3.3); packets hold open bitstream units that carry
    /// their sizes, without temporal delimiters.
    case av1(configurationRecord: [UInt8])
}
