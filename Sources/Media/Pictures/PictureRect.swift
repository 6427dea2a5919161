/// A rectangle of whole pixels, from the top left.
public struct PictureRect: Hashable, Sendable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// All of a picture of `size`.
    public init(_ size: PictureSize) { self.init(x: 0, y: 0, width: size.width, height: size.height) }

    /// The rectangle's size.
    public var size: PictureSize { PictureSize(width: width, height: height) }
}
