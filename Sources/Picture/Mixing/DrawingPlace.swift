import Glibc
import OnAirMedia

/// Where the pixels of a drawing come to lie, which cover a part of its canvas only. A pure value.
package struct DrawingPlace: Equatable, Sendable {
    /// In pixels of the drawing's bitmap, upright.
    package let crop: PictureRect
    /// Before rotation about its own middle.
    package let frame: PictureRect

    /// Nil where none of it shows.
    ///
    /// - Parameters:
    ///   - bitmap: the drawing's own size.
    ///   - origin: where it lies on the drawing's canvas.
    ///   - canvas: the drawing's canvas: what `laid` lays out.
    package init?(
        bitmap: PictureSize, origin: PicturePoint, canvas: PictureSize, orientation: ImageOrientation, laid: LaidLayer
    ) {
        let upright = canvas.turned(orientation)
        let part = laid.crop.pixels(of: upright)
        let own = PictureRect(x: origin.x, y: origin.y, width: bitmap.width, height: bitmap.height)
            .turned(orientation, in: canvas)
        guard let shown = own.intersection(part) else { return nil }
        crop = PictureRect(x: shown.x - own.x, y: shown.y - own.y, width: shown.width, height: shown.height)
        let (across, down) = (
            Double(laid.frame.width) / Double(part.width), Double(laid.frame.height) / Double(part.height)
        )
        func edge(_ start: Int, _ offset: Int, _ scale: Double) -> Int {
            start + Int((Double(offset) * scale).rounded())
        }
        let (left, right) = (
            edge(laid.frame.x, shown.x - part.x, across), edge(laid.frame.x, shown.maxX - part.x, across)
        )
        let (top, bottom) = (
            edge(laid.frame.y, shown.y - part.y, down), edge(laid.frame.y, shown.maxY - part.y, down)
        )
        let place = PictureRect(x: left, y: top, width: max(right - left, 1), height: max(bottom - top, 1))
        frame = laid.isStraight ? place : place.swung(about: laid.frame, degrees: laid.rotation)
    }
}

extension PictureRect {
    /// The same size, its middle turned about the middle of `other`.
    fileprivate func swung(about other: PictureRect, degrees: Double) -> PictureRect {
        let angle = degrees * .pi / 180
        let (middleX, middleY) = (Double(other.x) + Double(other.width) / 2, Double(other.y) + Double(other.height) / 2)
        let (right, below) = (Double(x) + Double(width) / 2 - middleX, Double(y) + Double(height) / 2 - middleY)
        let turnedX = middleX + right * cos(angle) - below * sin(angle)
        let turnedY = middleY + right * sin(angle) + below * cos(angle)
        return PictureRect(
            x: Int((turnedX - Double(width) / 2).rounded()), y: Int((turnedY - Double(height) / 2).rounded()),
            width: width, height: height)
    }
}
