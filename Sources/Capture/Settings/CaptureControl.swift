/// One control of a camera as its driver tells it: what it is called, what it may be set to, and how it is set.
///
/// The list of them is everything a camera has, also what the named settings of `CameraSettings` do not cover, such as
/// pan and tilt, power line frequency or sharpness.
public struct CaptureControl: Hashable, Sendable {
    /// What kind of value it takes.
    public enum Kind: String, Hashable, Sendable, Codable {
        /// A whole number.
        case integer
        /// A number with decimals.
        case decimal
        /// 0 or 1.
        case boolean
        /// One of `menu`: its value or, when it is set, its name.
        case menu
        /// A whole number whose bits mean something each.
        case bitmask
        case text
        /// Has no value: setting it does something.
        case button
        /// A place in the picture as `x,y`, each 0…1 from the top left of the unturned sensor; `none` for the device's
        /// own choice.
        case point
    }

    /// A value of any kind.
    public enum Value: Hashable, Sendable {
        case integer(Int64)
        case decimal(Double)
        case text(String)
    }

    /// One choice of a menu.
    public struct MenuItem: Hashable, Sendable {
        /// What is set.
        public let value: Value
        /// The choice in words.
        public let name: String

        public init(_ value: Value, name: String) { (self.value, self.name) = (value, name) }
    }

    /// What can be done with it now.
    public struct Flags: OptionSet, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// It counts for nothing now, because of how another control is set.
        public static let inactive = Flags(rawValue: 1 << 0)
        public static let readOnly = Flags(rawValue: 1 << 1)
        public static let writeOnly = Flags(rawValue: 1 << 2)
        /// The device moves it by itself.
        public static let volatile = Flags(rawValue: 1 << 3)
        /// It cannot be set while pictures flow, or while another program has it.
        public static let grabbed = Flags(rawValue: 1 << 4)
        /// The device does not keep it: it counts while this program runs.
        public static let temporary = Flags(rawValue: 1 << 5)
    }

    /// How it is called in commands: lower case with underscores, unique in the list, such as `focus_absolute`.
    public let name: String
    /// The name for people, as the driver has it.
    public let localizedName: String
    public let kind: Kind
    /// The least and the greatest value; nil where there is no order. Of a text, its lengths.
    public var range: ClosedRange<Double>?
    /// From one possible value to the next; nil where any is possible.
    public var step: Double?
    /// Nil where it has none.
    public var defaultValue: Value?
    /// Nil where it cannot be read.
    public var value: Value?
    /// The choices of a menu; those that the device has.
    public var menu: [MenuItem] = []
    /// `s`, `K`, `°`, `EV` and so on; nil for a number without.
    public var unit: String?
    public var flags: Flags = []
    /// Why it is `inactive` and what to do, such as “focus_automatic_continuous is 1: set it to 0”; nil where it is active
    /// or nobody knows.
    public var inactiveReason: String?

    public init(name: String, localizedName: String, kind: Kind) {
        (self.name, self.localizedName, self.kind) = (name, localizedName, kind)
    }
}
