/// How a camera was set, by the names of its controls, as it is kept in a file.
public struct CameraPreset: Hashable, Sendable {
    /// One control and its value as text.
    public struct Entry: Hashable, Sendable {
        public let name: String
        public let value: String
        /// What the value means, for whoever reads the file; not read back.
        public let note: String?

        public init(_ name: String, _ value: String, note: String? = nil) {
            (self.name, self.value, self.note) = (name, value, note)
        }

        public static func == (left: Entry, right: Entry) -> Bool {
            left.name == right.name && left.value == right.value
        }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(name)
            hasher.combine(value)
        }
    }

    public var entries: [Entry]

    public init(_ entries: [Entry] = []) { self.entries = entries }

    /// What can be set again of `controls`: what counts now and can be both read and set. What an automatic mode sets is
    /// left to it.
    init(of controls: [CaptureControl]) {
        entries = controls.compactMap { control in
            guard control.isSettable, control.flags.isDisjoint(with: [.writeOnly, .volatile]),
                let value = control.value
            else { return nil }
            let choice = control.menu.first { $0.value == value }?.name
            let note = choice == value.description ? nil : choice ?? control.unit
            return Entry(control.name, value.description, note: note)
        }
    }
}
