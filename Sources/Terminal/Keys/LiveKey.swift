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

    /// One line that names every key.
    public static let line = "keys: c camera  m mute  t torch  + - zoom  ? help  q end"
}
