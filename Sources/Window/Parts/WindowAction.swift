import OnAirSDL
import OnAirTerminal

/// What a key of the window asks for.
package enum WindowAction: Hashable, Sendable {
    /// What the same key does in `onair live`.
    case live(LiveKey)
    /// To send the program, or to stop that.
    case send
    /// To record it, or to stop that.
    case record
    case fullScreen
    case leaveFullScreen

    /// Nil for a key that means nothing.
    package init?(_ key: WindowKey) {
        switch key {
        case .character("l"): self = .send
        case .character("r"): self = .record
        // Without shift on the keyboards where it takes one.
        case .character("="): self = .live(.zoomIn)
        case .character(let character):
            guard let key = LiveKey(rawValue: character) else { return nil }
            self = .live(key)
        case .function(1): self = .live(.help)
        case .function(11): self = .fullScreen
        case .escape: self = .leaveFullScreen
        case .function: return nil
        }
    }

    /// What `help` adds to the keys of `onair live`.
    package static let help = "l send  r record  F11 full screen  click focus  wheel zoom"
}
