import OnAirMedia

/// The codec of an audio tag; decides the form of its header.
package enum AudioTagCodec: Hashable, Sendable {
    case aac
    case opus

    package init(_ codec: AudioCodec) {
        self =
            switch codec {
            case .aac: .aac
            case .opus: .opus
            }
    }

    /// The name in enhanced RTMP; nil for what plain RTMP knows.
    package var fourCC: FourCC? {
        switch self {
        case .aac: nil
        case .opus: .opus
        }
    }
}
