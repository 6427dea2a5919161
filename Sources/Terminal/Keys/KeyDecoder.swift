/// Finds keys in what a terminal sends. A pure value.
///
/// What arrow and function keys send (ECMA-48 control sequences) is skipped whole: a part of it must not be taken for a
/// letter that was typed.
public struct KeyDecoder: Sendable {
    private enum State: Sendable { case text, escape, sequence, single }

    private var state = State.text

    public init() {}

    /// The keys in `bytes`, which go on where the last ones ended.
    public mutating func keys(in bytes: some Sequence<UInt8>) -> [LiveKey] { bytes.compactMap { key($0) } }

    private mutating func key(_ byte: UInt8) -> LiveKey? {
        switch state {
        case .escape:
            // CSI `ESC [`, SS3 `ESC O`; another byte is a letter typed with Alt.
            state = byte == UInt8(ascii: "[") ? .sequence : byte == UInt8(ascii: "O") ? .single : .text
            return nil
        case .sequence:
            if (0x40...0x7E).contains(byte) { state = .text }
            return nil
        case .single:
            state = .text
            return nil
        case .text: break
        }
        switch byte {
        case 0x1B:
            state = .escape
            return nil
        // `+` without the shift key where they share one.
        case UInt8(ascii: "="): return .zoomIn
        case UInt8(ascii: "_"): return .zoomOut
        case UInt8(ascii: "h"): return .help
        default:
            guard byte < 0x80 else { return nil }
            return LiveKey(rawValue: Character(Character(UnicodeScalar(byte)).lowercased()))
        }
    }

    /// Forgets a sequence that was never ended: a lone escape key is one.
    public mutating func pause() { state = .text }
}
