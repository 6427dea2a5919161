/// What `onair camera` was asked to do, checked as far as the words alone can tell.
public struct CameraOptions: Sendable, Equatable {
    /// One control and what it is to be set to, as typed. The value is empty where none was typed: a button needs none.
    public struct Change: Sendable, Hashable {
        public var control: String
        public var value: String

        public init(_ control: String, _ value: String) { (self.control, self.value) = (control, value) }
    }

    /// What to do, with which camera.
    public enum Action: Sendable, Equatable {
        case list
        case show(camera: String)
        case set(camera: String, [Change])
        case reset(camera: String)
        /// `way` is one of `positions`; nil tells how it is.
        case position(camera: String, way: String?)
        case savePreset(camera: String, name: String, [Change])
        case loadPreset(camera: String, name: String)
        case listPresets(camera: String)
        case deletePreset(camera: String, name: String)
    }

    /// What may follow `position ID`; `auto` leaves it to the camera.
    public static let positions = ["front", "back", "unspecified", "auto"]

    public var action: Action
    /// One JSON document instead of text for people.
    public var json = false

    public init(_ action: Action, json: Bool = false) { (self.action, self.json) = (action, json) }

    /// Reads words and options as the parser found them.
    ///
    /// - Throws: `UsageError` for a change that is none, and a way that no camera looks.
    public init(words: [String], _ given: [OptionParser.GivenOption]) throws(UsageError) {
        json = given.contains { $0.name == "json" }
        let camera = words.count > 1 ? words[1] : ""
        switch words.first {
        case "show": action = .show(camera: camera)
        case "set": action = .set(camera: camera, try Self.changes(words.dropFirst(2)))
        case "reset": action = .reset(camera: camera)
        case "position":
            let way = words.count > 2 ? words[2] : nil
            if let way, !Self.positions.contains(way) {
                throw UsageError(
                    .badValue, "No camera looks that way.", advice: "It is \(Self.positions.joined(separator: ", ")).")
            }
            action = .position(camera: camera, way: way)
        case "preset" where words.count > 2:
            let name = words.count > 3 ? words[3] : ""
            action =
                switch words[1] {
                case "save": .savePreset(camera: words[2], name: name, try Self.changes(words.dropFirst(4)))
                case "load": .loadPreset(camera: words[2], name: name)
                case "delete": .deletePreset(camera: words[2], name: name)
                default: .listPresets(camera: words[2])
                }
        default: action = .list
        }
    }

    private static func changes(_ words: ArraySlice<String>) throws(UsageError) -> [Change] {
        var changes: [Change] = []
        for word in words {
            let equals = word.firstIndex(of: "=") ?? word.endIndex
            let name = String(word[..<equals])
            guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }) else {
                throw UsageError(
                    .badValue, "\"\(word)\" is no control with a value.",
                    advice: "Write CONTROL=VALUE, such as focus_absolute=120; `onair camera show ID` lists them.")
            }
            guard !changes.contains(where: { $0.control == name }) else {
                throw UsageError(.repeated, "\(name) is set twice.", advice: "Keep one of them.")
            }
            changes.append(Change(name, equals < word.endIndex ? String(word[word.index(after: equals)...]) : ""))
        }
        return changes
    }
}
