/// What `onair camera` shows of one camera.
public struct CameraSheet: Sendable, Equatable {
    /// A value of any kind.
    public enum Value: Sendable, Equatable {
        case integer(Int64)
        case decimal(Double)
        case text(String)
    }

    /// One choice of a menu.
    public struct Choice: Sendable, Equatable {
        public var value: Value
        public var name: String

        public init(_ value: Value, name: String) { (self.value, self.name) = (value, name) }
    }

    /// One control.
    public struct Control: Sendable, Equatable {
        public var name: String
        public var label: String
        /// `integer`, `decimal`, `boolean`, `menu`, `bitmask`, `text`, `button` or `point`.
        public var kind: String
        public var value: Value?
        public var range: ClosedRange<Double>?
        public var step: Double?
        public var standard: Value?
        public var menu: [Choice] = []
        public var unit: String?
        /// `inactive`, `read-only`, `write-only`, `volatile`, `grabbed` and `temporary`.
        public var flags: [String] = []
        /// Why it counts for nothing now.
        public var inactiveReason: String?

        public init(name: String, label: String, kind: String) {
            (self.name, self.label, self.kind) = (name, label, kind)
        }
    }

    public var id: String
    public var name: String
    /// `front`, `back` or `unspecified`.
    public var position: String
    /// Whether the user has said so.
    public var isPositionSet = false
    /// Why the camera cannot be used; nil where it can.
    public var problem: DeviceList.Problem?
    /// The driver's own.
    public var controls: [Control] = []
    /// The settings that every camera names the same.
    public var settings: [Control] = []
    public var presets: [String] = []

    public init(id: String, name: String, position: String) {
        (self.id, self.name, self.position) = (id, name, position)
    }
}
