import CALSA

/// How a card writes one sample. The best comes first.
package enum ALSASampleFormat: CaseIterable, Hashable, Sendable {
    case signed32Little, signed32Big
    case float32Little, float32Big
    /// 24 bits in the lower three of four bytes.
    case signed24Little, signed24Big
    /// 24 bits in three bytes.
    case packed24Little, packed24Big
    /// 20 or 18 bits in the lower part of three bytes.
    case packed20Little, packed20Big
    case packed18Little, packed18Big
    case signed16Little, signed16Big
    case unsigned16Little, unsigned16Big
    case signed8, unsigned8

    /// Bytes that a sample takes.
    package var byteCount: Int {
        switch self {
        case .signed32Little, .signed32Big, .float32Little, .float32Big, .signed24Little, .signed24Big: 4
        case .packed24Little, .packed24Big, .packed20Little, .packed20Big, .packed18Little, .packed18Big: 3
        case .signed16Little, .signed16Big, .unsigned16Little, .unsigned16Big: 2
        case .signed8, .unsigned8: 1
        }
    }

    /// libasound's number for it.
    package var number: snd_pcm_format_t {
        switch self {
        case .signed32Little: SND_PCM_FORMAT_S32_LE
        case .signed32Big: SND_PCM_FORMAT_S32_BE
        case .float32Little: SND_PCM_FORMAT_FLOAT_LE
        case .float32Big: SND_PCM_FORMAT_FLOAT_BE
        case .signed24Little: SND_PCM_FORMAT_S24_LE
        case .signed24Big: SND_PCM_FORMAT_S24_BE
        case .packed24Little: SND_PCM_FORMAT_S24_3LE
        case .packed24Big: SND_PCM_FORMAT_S24_3BE
        case .packed20Little: SND_PCM_FORMAT_S20_3LE
        case .packed20Big: SND_PCM_FORMAT_S20_3BE
        case .packed18Little: SND_PCM_FORMAT_S18_3LE
        case .packed18Big: SND_PCM_FORMAT_S18_3BE
        case .signed16Little: SND_PCM_FORMAT_S16_LE
        case .signed16Big: SND_PCM_FORMAT_S16_BE
        case .unsigned16Little: SND_PCM_FORMAT_U16_LE
        case .unsigned16Big: SND_PCM_FORMAT_U16_BE
        case .signed8: SND_PCM_FORMAT_S8
        case .unsigned8: SND_PCM_FORMAT_U8
        }
    }
}
