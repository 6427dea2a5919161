import OnAirMedia

/// What a data output hands over: one picture, or one block of sound.
///
/// Holding it holds memory of the device's pool, some 16 pictures: whoever keeps pictures soon gets no new ones, and
/// nobody else does either. Delegates are told by `didDrop` with the reason `outOfBuffers`. Copy what is to be kept.
public enum SampleBuffer: Sendable {
    case picture(Picture)
    case sound(SoundBlock)

    /// What it is.
    public var mediaType: MediaType {
        switch self {
        case .picture: .video
        case .sound: .audio
        }
    }

    /// When the picture, or the first sample of the sound, was captured, on the host clock.
    public var captureTime: HostTime {
        switch self {
        case .picture(let picture): picture.captureTime
        case .sound(let block): block.captureTime
        }
    }

    /// The picture; nil where it is sound.
    public var picture: Picture? { if case .picture(let picture) = self { picture } else { nil } }

    /// The sound; nil where it is a picture.
    public var sound: SoundBlock? { if case .sound(let block) = self { block } else { nil } }

    /// How long it lasts, in nanoseconds: 0 for a picture, which does not know.
    var nanoseconds: Int64 {
        guard case .sound(let block) = self, block.format.sampleRate > 0 else { return 0 }
        return MediaTime(value: Int64(block.sampleCount), timescale: Int64(block.format.sampleRate)).nanoseconds
    }
}
