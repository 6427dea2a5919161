/// Which PCM to record from.
package enum ALSAAddress: Hashable, Sendable {
    /// A card's hardware, found by number: whoever names a card looks its number up first.
    case card(number: Int, id: String, device: Int)
    /// A name that libasound's configuration gives a PCM, such as `default` or `dsnoop:0`.
    case named(String)
    /// In libasound's own words, such as `type null`; for what no configuration names.
    case described(String)

    /// As libasound writes it, such as `hw:CARD=Camera,DEV=0`.
    package var name: String {
        switch self {
        case .card(_, let id, let device): "hw:CARD=\(id),DEV=\(device)"
        case .named(let name): name
        case .described(let words): "{ \(words) }"
        }
    }
}
