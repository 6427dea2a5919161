/// Finds keys in what a terminal sends. A pure value.
///
/// What arrow and function keys send (ECMA-48 control sequences) is skipped whole: a part of it must not be taken for a
/// letter that was typed. Neither is pasted text: terminals that can tell enclose it in `ESC [200~` and `ESC [201~`
/// (XTerm Control Sequences, "Bracketed Paste Mode"); with others, what comes faster than anybody types is a paste.
public struct KeyDecoder: Sendable {
    private enum State: Sendable { case text, escape, sequence, single }

    /// The most characters at once that are typed ones; held zoom keys may be more.
    public static let typedAtMost = 4

    private var state = State.text
    /// The control sequence so far, as long as it can be one that matters.
    private var sequence: [UInt8] = []
    /// Between the marks of a paste.
    private var isInPaste = false
    /// What comes belongs to a burst, until a pause.
    private var isInBurst = false

    public init() {}

    /// The keys in `bytes`, which came at once and go on where the last ones ended.
    public mutating func keys(in bytes: some Sequence<UInt8>) -> [LiveKey] {
        presses(in: bytes).compactMap { if case .key(let key) = $0 { key } else { nil } }
    }

    /// What was typed in `bytes`, which came at once and go on where the last ones ended.
    public mutating func presses(in bytes: some Sequence<UInt8>) -> [KeyPress] {
        var typed: [UInt8] = []
        var hasPaste = false
        for byte in bytes {
            guard let letter = letter(byte) else { continue }
            if isInPaste { hasPaste = true } else { typed.append(letter) }
        }
        let isHeld = typed.first.map { Self.zooms.contains($0) } == true && typed.allSatisfy { $0 == typed[0] }
        if typed.count > Self.typedAtMost, !isHeld { isInBurst = true }
        if isInBurst {
            if !typed.isEmpty { hasPaste = true }
            typed = []
        }
        return typed.map(Self.press) + (hasPaste ? [.stranger] : [])
    }

    private static let zooms = Array("+-=_".utf8)

    private static func press(_ byte: UInt8) -> KeyPress {
        switch byte {
        // `+` without the shift key where they share one.
        case UInt8(ascii: "="): return .key(.zoomIn)
        case UInt8(ascii: "_"): return .key(.zoomOut)
        case UInt8(ascii: "h"): return .key(.help)
        default:
            guard byte < 0x80, let key = LiveKey(rawValue: Character(Character(UnicodeScalar(byte)).lowercased()))
            else { return .stranger }
            return .key(key)
        }
    }

    /// The byte where it is a character somebody typed or pasted; nil for control characters, parts of sequences, and
    /// all but the first byte of a character.
    private mutating func letter(_ byte: UInt8) -> UInt8? {
        switch state {
        case .escape:
            // CSI `ESC [`, SS3 `ESC O`; another byte is a letter typed with Alt.
            state = byte == UInt8(ascii: "[") ? .sequence : byte == UInt8(ascii: "O") ? .single : .text
            sequence = []
            return nil
        case .sequence:
            if sequence.count < 8 { sequence.append(byte) }
            if (0x40...0x7E).contains(byte) {
                state = .text
                if sequence == Array("200~".utf8) { isInPaste = true }
                if sequence == Array("201~".utf8) { isInPaste = false }
            }
            return nil
        case .single:
            state = .text
            return nil
        case .text: break
        }
        if byte == 0x1B {
            state = .escape
            return nil
        }
        // 10xxxxxx goes on a character of UTF-8.
        return byte <= 0x20 || byte == 0x7F || byte & 0xC0 == 0x80 ? nil : byte
    }

    /// Nothing has come for a moment: a burst has ended, and so has a sequence that never did; a lone escape key is one.
    public mutating func pause() {
        state = .text
        isInBurst = false
    }
}
