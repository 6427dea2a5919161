import CDrawing
import OnAirMedia

/// Draws strokes by Cairo.
public enum StrokeRenderer {
    /// Draws `strokes` on a canvas of `size` pixels.
    ///
    /// - Returns: the smallest part of the canvas that holds them all, and where it lies; nil where there is nothing on it.
    /// - Throws: `DrawingError` of kind `tooLarge`, or `refused`.
    public static func render(
        _ strokes: [DrawnStroke], on size: PictureSize
    ) throws(DrawingError) -> (bitmap: ImageBitmap, x: Int, y: Int)? {
        guard let frame = bounds(of: strokes, on: size) else { return nil }
        _ = try DrawingLimits.check(width: Double(frame.width), height: Double(frame.height), of: "The drawing")
        let bitmap = try ImageBitmap(size: frame.size) { (pixels, stride) throws(DrawingError) in
            let canvas = try CairoCanvas(pixels, stride: stride, size: frame.size)
            let context = canvas.context
            cairo_translate(context, Double(-frame.x), Double(-frame.y))
            cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
            cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
            for stroke in strokes {
                guard let first = stroke.points.first else { continue }
                cairo_set_operator(context, stroke.isEraser ? CAIRO_OPERATOR_DEST_OUT : CAIRO_OPERATOR_OVER)
                canvas.set(stroke.color, alpha: stroke.isEraser ? 255 : nil)
                cairo_set_line_width(context, stroke.width)
                cairo_move_to(context, first.x, first.y)
                // A line to where it starts is drawn as a dot.
                if stroke.points.count == 1 { cairo_line_to(context, first.x, first.y) }
                for point in stroke.points.dropFirst() { cairo_line_to(context, point.x, point.y) }
                cairo_stroke(context)
            }
            try canvas.finish()
        }
        return (bitmap, frame.x, frame.y)
    }

    private static func bounds(of strokes: [DrawnStroke], on size: PictureSize) -> PictureRect? {
        var (left, top) = (Double.infinity, Double.infinity)
        var (right, bottom) = (-Double.infinity, -Double.infinity)
        for stroke in strokes where !stroke.isEraser {
            for point in stroke.points {
                let radius = stroke.width / 2
                (left, right) = (min(left, point.x - radius), max(right, point.x + radius))
                (top, bottom) = (min(top, point.y - radius), max(bottom, point.y + radius))
            }
        }
        // Also where there is none, and where something is no number.
        guard left < right, top < bottom else { return nil }
        left = max(left.rounded(.down), 0)
        top = max(top.rounded(.down), 0)
        right = min(right.rounded(.up), Double(size.width))
        bottom = min(bottom.rounded(.up), Double(size.height))
        guard left < right, top < bottom else { return nil }
        return PictureRect(x: Int(left), y: Int(top), width: Int(right - left), height: Int(bottom - top))
    }
}
