import CSDL

/// Makes keys of what SDL tells: characters come as text, so that each layout and shift have their say; keys without a
/// character come as presses. Keys that are held down repeat as text, and are heard once. Belongs to the main thread.
final class WindowTyping {
    /// The newest press was a repeat of a held key, or one with ctrl, alt or the like: its text is no key.
    private var isIgnored = false

    /// Ctrl, alt and the desktop's own key make shortcuts, which mean something else.
    private static let shortcuts = UInt16(KMOD_CTRL.rawValue | KMOD_ALT.rawValue | KMOD_GUI.rawValue)

    func pressed(_ key: SDL_KeyboardEvent) -> WindowKey? {
        // AltGr types characters, and some desktops report it as both.
        let modifiers = key.keysym.mod & UInt16(KMOD_MODE.rawValue) == 0 ? key.keysym.mod : 0
        isIgnored = key.repeat != 0 || modifiers & Self.shortcuts & ~UInt16(KMOD_RALT.rawValue) != 0
        guard !isIgnored else { return nil }
        let code = key.keysym.sym
        if code == Int32(SDLK_ESCAPE.rawValue) { return .escape }
        let first = Int32(SDLK_F1.rawValue)
        return (first..<(first + 12)).contains(code) ? .function(Int(code - first) + 1) : nil
    }

    func typed(_ text: SDL_TextInputEvent) -> WindowKey? {
        guard !isIgnored else { return nil }
        let typed = withUnsafeBytes(of: text.text) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        guard typed.count == 1, let character = typed.first else { return nil }
        return .character(Character(character.lowercased()))
    }
}
