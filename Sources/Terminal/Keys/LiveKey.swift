/// A key that does something during `onair live`.
public enum LiveKey: Character, Sendable, CaseIterable {
    case switchCamera = "c"
    case mute = "m"
    case torch = "t"
    case zoomIn = "+"
    case zoomOut = "-"
    case mirror = "x"
    case freeze = "f"
    case rotate = "o"
    case filters = "b"
    case look = "n"
    case snapshot = "s"
    case scene1 = "1"
    case scene2 = "2"
    case scene3 = "3"
    case scene4 = "4"
    case scene5 = "5"
    case scene6 = "6"
    case scene7 = "7"
    case scene8 = "8"
    case scene9 = "9"
    case help = "?"
    case quit = "q"

    /// How the help writes it.
    public var symbol: String { String(rawValue) }

    /// Which scene of the file it chooses, from 0; nil for other keys.
    public var sceneIndex: Int? { rawValue.wholeNumberValue.map { $0 - 1 } }

    /// Those that do nothing where there are no pictures.
    package static let aboutPictures: Set<LiveKey> = [
        .zoomIn, .zoomOut, .mirror, .freeze, .rotate, .filters, .look, .snapshot,
    ]

    /// Those of which each has a line of its own in the help: of the scenes' the first stands for all.
    package static var explained: [LiveKey] { allCases.filter { ($0.sceneIndex ?? 0) == 0 } }

    /// What it does, for the help.
    public var meaning: String {
        switch self {
        case .switchCamera: "the other camera"
        case .mute: "silence, and back"
        case .torch: "the camera's lamp on, and off"
        case .zoomIn: "zoom in"
        case .zoomOut: "zoom out"
        case .mirror: "the camera mirrored, and back"
        case .freeze: "hold the picture, and let it go; the sound goes on"
        case .rotate: "the next of the four ways the picture stands"
        case .filters: "the filters off, and on again"
        case .look: "the next look, after the last one none"
        case .snapshot: "write a picture of the program to a file"
        case .scene1: "the first scene of --scenes; 2 to 9 likewise"
        case .scene2, .scene3, .scene4, .scene5, .scene6, .scene7, .scene8, .scene9: "a further scene"
        case .help: "these keys"
        case .quit: "end the broadcast"
        }
    }

    /// One line that names the keys, but for those in `useless`: there is nothing here for them to do.
    public static func line(without useless: Set<LiveKey> = []) -> String {
        let words: [(LiveKey, String)] = [
            (.switchCamera, "c camera"), (.mute, "m mute"), (.torch, "t torch"), (.zoomIn, "+ - zoom"),
            (.mirror, "x mirror"), (.freeze, "f freeze"), (.rotate, "o turn"),
            (.filters, "b filters"), (.look, "n look"), (.snapshot, "s snapshot"),
            (.scene1, "1-9 scene"), (.help, "? help"), (.quit, "q end"),
        ]
        return "keys: " + words.filter { !useless.contains($0.0) }.map(\.1).joined(separator: "  ")
    }
}
