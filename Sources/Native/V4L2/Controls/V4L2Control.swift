/// One control of a Video4Linux device, as its driver describes it (VIDIOC_QUERY_EXT_CTRL).
public struct V4L2Control: Hashable, Sendable {
    /// V4L2_CTRL_TYPE_*, without arrays and structures.
    public enum Kind: UInt32, Hashable, Sendable {
        case integer = 1
        case boolean, menu, button, integer64
        case text = 7
        case bitmask = 8
        case integerMenu = 9
    }

    /// V4L2_CTRL_FLAG_*.
    public struct Flags: OptionSet, Hashable, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        public static let disabled = Flags(rawValue: 0x0001)
        public static let grabbed = Flags(rawValue: 0x0002)
        public static let readOnly = Flags(rawValue: 0x0004)
        public static let inactive = Flags(rawValue: 0x0010)
        public static let writeOnly = Flags(rawValue: 0x0040)
        public static let volatile = Flags(rawValue: 0x0080)
    }

    /// A choice of a menu.
    public struct MenuItem: Hashable, Sendable {
        /// What is set.
        public let index: Int64
        /// In words, or the number that it stands for in an integer menu.
        public let name: String

        package init(index: Int64, name: String) { (self.index, self.name) = (index, name) }
    }

    /// V4L2_CID_*.
    public let id: UInt32
    /// The driver's words, such as `Exposure Time, Absolute`.
    public let name: String
    public let kind: Kind
    public var minimum: Int64 = 0
    public var maximum: Int64 = 0
    /// At least 1 where there is one; 0 otherwise.
    public var step: UInt64 = 0
    public var defaultValue: Int64 = 0
    public var flags: Flags = []
    /// Those choices that the device has: a menu may have holes.
    public var menu: [MenuItem] = []

    package init(id: UInt32, name: String, kind: Kind) { (self.id, self.name, self.kind) = (id, name, kind) }
}
