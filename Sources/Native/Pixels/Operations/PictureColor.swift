/// A colour of pixels to be filled: red, green and blue as sRGB codes.
public struct PictureColor: Hashable, Sendable {
    /// 0…255.
    public var red: UInt8
    /// 0…255.
    public var green: UInt8
    /// 0…255.
    public var blue: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    public static let black = PictureColor(red: 0, green: 0, blue: 0)
    public static let white = PictureColor(red: 255, green: 255, blue: 255)
}
