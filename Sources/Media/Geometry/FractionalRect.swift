/// A rectangle as exact fractions of a picture, from the top left: (0, 0, 1, 1) is all of it.
public struct FractionalRect: Hashable, Sendable {
    public var x: Rational
    public var y: Rational
    public var width: Rational
    public var height: Rational

    public init(x: Rational, y: Rational, width: Rational, height: Rational) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// All of a picture.
    public static let whole = FractionalRect(x: Rational(0), y: Rational(0), width: Rational(1), height: Rational(1))
}
