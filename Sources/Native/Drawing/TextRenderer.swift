import CDrawing
import OnAirMedia

/// Draws texts in any script by Pango and Cairo, with fonts of its own: Pango's objects belong to one thread, and so does
/// this.
public final class TextRenderer {
    private let fonts: UnsafeMutablePointer<PangoFontMap>
    private let context: OpaquePointer
    /// The font asked for last, and the height of a line in fonts of one pixel.
    private var known: (font: String, height: Double)?

    /// - Throws: `DrawingError` of kind `refused` where there is no memory.
    public init() throws(DrawingError) {
        guard let fonts = pango_cairo_font_map_new() else {
            throw DrawingError(.refused, "Pango has no memory left for fonts.")
        }
        guard let context = pango_font_map_create_context(fonts) else {
            g_object_unref(fonts)
            throw DrawingError(.refused, "Pango has no memory left for fonts.")
        }
        (self.fonts, self.context) = (fonts, context)
        // Letters as their designer drew them, in grey: a stream is scaled on its way, and no screen's stripes are known.
        let options = cairo_font_options_create()
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        pango_cairo_context_set_font_options(context, options)
        cairo_font_options_destroy(options)
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(context))
        g_object_unref(fonts)
    }

    /// Draws `text`. An empty text is one line of nothing.
    ///
    /// - Throws: `DrawingError` of kind `tooLarge`, or `refused`.
    public func render(_ text: String, _ style: TextStyle) throws(DrawingError) -> ImageBitmap {
        let (layout, box) = try layOut(text, style)
        let natural = layout.extent
        let size =
            if let box { box } else {
                try DrawingLimits.check(width: natural.width, height: natural.height, of: "The text")
            }
        let (x, y) = place(layout, in: size, style, isRoomy: box != nil)
        return try ImageBitmap(size: size) { (pixels, stride) throws(DrawingError) in
            let canvas = try CairoCanvas(pixels, stride: stride, size: size)
            if style.color.alpha != 255 { cairo_push_group(canvas.context) }
            layout.draw(on: canvas, x: x, y: y)
            if style.color.alpha != 255 {
                cairo_pop_group_to_source(canvas.context)
                cairo_paint_with_alpha(canvas.context, Double(style.color.alpha) / 255)
            }
            try canvas.finish()
        }
    }

    /// The text in its size, and the size of the bitmap where that does not follow from it.
    private func layOut(_ text: String, _ style: TextStyle) throws(DrawingError) -> (TextLayout, PictureSize?) {
        switch style.extent {
        case .natural(let lineHeight): return (try layOut(text, style, lineHeight: lineHeight), nil)
        case .box(let size, let lineHeight?):
            return (try layOut(text, style, lineHeight: lineHeight), try checked(size))
        case .box(let size, nil):
            let size = try checked(size)
            return (try fit(text, style, width: Double(size.width), height: Double(size.height)), size)
        case .height(let height):
            let layout = try fit(text, style, width: .infinity, height: Double(height))
            return (layout, try DrawingLimits.check(width: layout.extent.width, height: Double(height), of: "The text"))
        case .width(let width):
            let layout = try fit(text, style, width: Double(width), height: .infinity)
            return (layout, try DrawingLimits.check(width: Double(width), height: layout.extent.height, of: "The text"))
        }
    }

    private func checked(_ size: PictureSize) throws(DrawingError) -> PictureSize {
        try DrawingLimits.check(width: Double(size.width), height: Double(size.height), of: "The text")
    }

    private func layOut(_ text: String, _ style: TextStyle, lineHeight: Double) throws(DrawingError) -> TextLayout {
        // Larger than any drawing: the font would take long to be scaled for nothing.
        _ = try DrawingLimits.check(width: 1, height: lineHeight, of: "A line of the text")
        return try TextLayout(
            text, style: style, lineHeight: max(lineHeight, 1), context: context,
            heightPerPixel: try heightPerPixel(style.font))
    }

    /// The largest text that fits. Lengths are almost proportional to the line's height, and not quite: letters stand on
    /// whole pixels.
    private func fit(_ text: String, _ style: TextStyle, width: Double, height: Double) throws(DrawingError)
        -> TextLayout
    {
        _ = try DrawingLimits.check(
            width: width == .infinity ? 1 : width, height: height == .infinity ? 1 : height, of: "The text")
        var lineHeight = 64.0
        var layout = try layOut(text, style, lineHeight: lineHeight)
        for pass in 0..<6 {
            let factor = min(width / max(layout.extent.width, 1), height / max(layout.extent.height, 1))
            if pass > 0, factor >= 1 { break }
            lineHeight = min(lineHeight * factor * (pass > 1 ? 0.99 : 1), Double(DrawingLimits.side))
            layout = try layOut(text, style, lineHeight: lineHeight)
        }
        return layout
    }

    private func place(_ layout: TextLayout, in size: PictureSize, _ style: TextStyle, isRoomy: Bool) -> (
        Double, Double
    ) {
        var (left, top) = (0.0, 0.0)
        if isRoomy {
            let room = Double(size.width) - layout.extent.width
            let isRightToLeft = pango_layout_get_direction(layout.layout, 0) == PANGO_DIRECTION_RTL
            switch style.alignment {
            case .start: left = isRightToLeft ? room : 0
            case .center: left = room / 2
            case .end: left = isRightToLeft ? 0 : room
            }
            top = (Double(size.height) - layout.extent.height) / 2
        }
        return ((left - layout.extent.left).rounded(), (top - layout.extent.top).rounded())
    }

    private func heightPerPixel(_ name: String) throws(DrawingError) -> Double {
        if let known, known.font == name { return known.height }
        guard let font = pango_font_description_from_string(name) else {
            throw DrawingError(.font, "The font “\(name)” is not understood.", advice: "Write it like: Sans Bold")
        }
        defer { pango_font_description_free(font) }
        let reference = 256.0
        pango_font_description_set_absolute_size(font, reference * Double(PANGO_SCALE))
        guard let metrics = pango_context_get_metrics(context, font, nil) else {
            throw DrawingError(
                .font, "There is no font for “\(name)”.", advice: "Install fonts, such as Debian's fonts-dejavu-core.")
        }
        defer { pango_font_metrics_unref(metrics) }
        let height = Double(pango_font_metrics_get_height(metrics)) / Double(PANGO_SCALE) / reference
        guard height > 0.1 else {
            throw DrawingError(
                .font, "There is no font for “\(name)”.", advice: "Install fonts, such as Debian's fonts-dejavu-core.")
        }
        known = (name, height)
        return height
    }
}
