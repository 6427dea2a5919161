import OnAirMedia

/// Why a program format cannot be announced to a decoder.
public enum TrackHeaderError: OnAirError, Hashable {
    /// A program without video and without audio.
    case noTracks
    /// H.264 or HEVC parameter sets that cannot be read; the text says which and why.
    case parameterSet(String)
    /// An AudioSpecificConfig that is not that of AAC.
    case audioSpecificConfig(String)
    /// An AV1CodecConfigurationRecord that is none.
    case configurationRecord(String)
    /// An identification header that is not that of Opus.
    case opusHead(String)

    public var code: String {
        switch self {
        case .noTracks: "format-no-tracks"
        case .parameterSet: "format-parameter-set"
        case .audioSpecificConfig: "format-audio-specific-config"
        case .configurationRecord: "format-configuration-record"
        case .opusHead: "format-opus-head"
        }
    }

    public var message: String {
        switch self {
        case .noTracks: "The program has neither video nor audio."
        case .parameterSet(let text): "The parameter sets cannot be announced: \(text)."
        case .audioSpecificConfig(let text): "The AAC configuration cannot be announced: \(text)."
        case .configurationRecord(let text): "The AV1 configuration cannot be announced: \(text)."
        case .opusHead(let text): "The Opus configuration cannot be announced: \(text)."
        }
    }

    public var advice: String? { "Check what the encoder reported as its format." }
}
