import OnAirMedia

/// The codec of a video tag; decides the form of its header.
package enum VideoTagCodec: Hashable, Sendable {
    case avc
    case hevc
    case av1

    package init(_ codec: VideoCodec) {
        self =
            switch codec {
            case .h264: .avc
            case .hevc: .hevc
            case .av1: .av1
            }
    }

    /// The name in enhanced RTMP; nil for what plain RTMP knows.
    package var fourCC: FourCC? {
        switch self {
        case .avc: nil
        case .hevc: .hevc
        case .av1: .av1
        }
    }
}
