/// A key that does something during `onair live`.
public enum LiveKey: Character, Sendable, CaseIterable {
    case switchCamera = "c"
    case mute = "m"
    case torch = "t"
    case zoomIn = "+"
    case zoomOut = "-"
    case help = "?"
    case quit = "q"

    /// How the help writes it.
    public var symbol: String { String(rawValue) }

    /// What it does, for the help.
    public var meaning: String {
        switch self {
        case .switchCamera: "the other camera"
        case .mute: "silence instead of the microphone, and back"
        case .torch: "the camera's lamp on, and off"
        case .zoomIn: "zoom in"
        case .zoomOut: "zoom out"
        case .help: "these keys"
        case .quit: "end the broadcast"
        }
    }

    /// One line that names the keys, but for those in `useless`: there is nothing here for them to do.
    public static func line(without useless: Set<LiveKey> = []) -> String {
        let words: [(LiveKey, String)] = [
            (.switchCamera, "c camera"), (.mute, "m mute"), (.torch, "t torch"), (.zoomIn, "+ - zoom"),
            (.help, "? help"), (.quit, "q end"),
        ]
        return "keys: " + words.filter { !useless.contains($0.0) }.map(\.1).joined(separator: "  ")
    }
}
