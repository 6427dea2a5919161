import OnAirMedia
import OnAirSDL

/// The mark of a tap as lines: a square with a notch in the middle of each side. A pure function of the mark.
package enum FocusCursorDrawing {
    private static let yellow = WindowShape.Color(1, 0.85, 0)
    private static let black = WindowShape.Color(0, 0, 0, opacity: 0.6)

    /// - Parameter surface: the square is an eighth of its shorter side in the end.
    package static func shapes(_ mark: FocusCursor.Mark, on surface: LayerSize) -> [WindowShape] {
        let side = max(16, min(surface.width, surface.height) / 8) * mark.scale
        let line = max(1, (min(surface.width, surface.height) / 270).rounded())
        // A dark edge makes it show on a bright picture.
        return lines(mark.point, side: side, width: line + 2).map { .rectangle($0, black) }
            + lines(mark.point, side: side, width: line).map { .rectangle($0, yellow) }
    }

    private static func lines(_ middle: LayerPoint, side: Double, width: Double) -> [LayerRect] {
        let (half, notch) = (side / 2, side / 8)
        func along(_ x: Double, _ y: Double, _ length: Double, isUpright: Bool) -> LayerRect {
            // Ends meet in whole corners.
            isUpright
                ? LayerRect(x: x - width / 2, y: y - width / 2, width: width, height: length + width)
                : LayerRect(x: x - width / 2, y: y - width / 2, width: length + width, height: width)
        }
        let (left, top) = (middle.x - half, middle.y - half)
        let (right, bottom) = (middle.x + half, middle.y + half)
        return [
            along(left, top, side, isUpright: false), along(left, bottom, side, isUpright: false),
            along(left, top, side, isUpright: true), along(right, top, side, isUpright: true),
            along(middle.x, top, notch, isUpright: true), along(middle.x, bottom - notch, notch, isUpright: true),
            along(left, middle.y, notch, isUpright: false), along(right - notch, middle.y, notch, isUpright: false),
        ]
    }
}
