/// Rectangles in pictures that are turned, cut and scaled.
extension PictureRect {
    /// The first pixel column to the right of the rectangle.
    public var maxX: Int { x + width }
    /// The first row below the rectangle.
    public var maxY: Int { y + height }

    /// What this rectangle and `other` share; nil where that is nothing.
    public func intersection(_ other: PictureRect) -> PictureRect? {
        let (left, top) = (max(x, other.x), max(y, other.y))
        let (right, bottom) = (min(maxX, other.maxX), min(maxY, other.maxY))
        guard right > left, bottom > top else { return nil }
        return PictureRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// Where this rectangle of a picture of `size` lies after the picture was turned by `orientation`.
    public func turned(_ orientation: ImageOrientation, in size: PictureSize) -> PictureRect {
        let left = orientation.isMirrored ? size.width - maxX : x
        switch orientation.quarterTurns {
        case 0: return PictureRect(x: left, y: y, width: width, height: height)
        case 1: return PictureRect(x: size.height - maxY, y: left, width: height, height: width)
        case 2: return PictureRect(x: size.width - left - width, y: size.height - maxY, width: width, height: height)
        default: return PictureRect(x: y, y: size.width - left - width, width: height, height: width)
        }
    }

    /// The rectangle as fractions of a picture of `size`.
    public func fraction(of size: PictureSize) -> FractionalRect {
        FractionalRect(
            x: Rational(Int64(x), Int64(size.width)), y: Rational(Int64(y), Int64(size.height)),
            width: Rational(Int64(width), Int64(size.width)), height: Rational(Int64(height), Int64(size.height)))
    }
}
