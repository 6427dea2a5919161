import CDrawing
import OnAirMedia

/// Owns a text laid out in one style and size. Belongs to one thread.
final class TextLayout {
    let layout: OpaquePointer
    /// Height of a line in pixels.
    let lineHeight: Double
    /// What is drawn, in pixels from the layout's own origin: its letters with outline and shadow, its lines' height, and
    /// some room at both sides where there is a background.
    let extent: (left: Double, top: Double, width: Double, height: Double)
    private let style: TextStyle

    init(
        _ text: String, style: TextStyle, lineHeight: Double, context: OpaquePointer,
        heightPerPixel: Double
    ) throws(DrawingError) {
        guard let layout = pango_layout_new(context), let font = pango_font_description_from_string(style.font) else {
            throw DrawingError(.refused, "Pango has no memory left.")
        }
        defer { pango_font_description_free(font) }
        self.layout = layout
        self.lineHeight = lineHeight
        self.style = style
        pango_font_description_set_absolute_size(font, lineHeight / heightPerPixel * Double(PANGO_SCALE))
        pango_layout_set_font_description(layout, font)
        // A zero byte would end the text for some of the library's functions.
        let bytes = text.utf8.map { CChar(bitPattern: $0 == 0 ? UInt8(ascii: " ") : $0) }
        bytes.withUnsafeBufferPointer { pango_layout_set_text(layout, $0.baseAddress, Int32($0.count)) }
        switch style.alignment {
        case .start: pango_layout_set_alignment(layout, PANGO_ALIGN_LEFT)
        case .center: pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
        case .end: pango_layout_set_alignment(layout, PANGO_ALIGN_RIGHT)
        }
        if let width = style.wrapWidth {
            pango_layout_set_width(layout, Int32(min(width, 1e6) * Double(PANGO_SCALE)))
            pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        }
        extent = Self.measure(layout, style: style, lineHeight: lineHeight)
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }

    private static func measure(_ layout: OpaquePointer, style: TextStyle, lineHeight: Double)
        -> (left: Double, top: Double, width: Double, height: Double)
    {
        var (ink, logical) = (PangoRectangle(), PangoRectangle())
        pango_layout_get_extents(layout, &ink, &logical)
        func pixels(_ units: Int32) -> Double { Double(units) / Double(PANGO_SCALE) }
        let outline = style.outline == nil ? 0 : style.outlineWidth * lineHeight
        let shadow = style.shadow == nil ? 0 : style.shadowOffset * lineHeight
        let padding = style.background == nil ? 0 : 0.2 * lineHeight
        // The lines' own height, and whatever stands out of it; lines and letters are moved to whole pixels when drawn.
        let isInked = ink.width > 0 && ink.height > 0
        let inkLeft = pixels(ink.x) - 1 - outline + min(shadow, 0)
        let inkTop = pixels(ink.y) - 1 - outline + min(shadow, 0)
        let inkRight = pixels(ink.x) + pixels(ink.width) + 1 + outline + max(shadow, 0)
        let inkBottom = pixels(ink.y) + pixels(ink.height) + 1 + outline + max(shadow, 0)
        var (left, top) = (pixels(logical.x), pixels(logical.y))
        var (right, bottom) = (left + pixels(logical.width), top + pixels(logical.height))
        if isInked { (left, right) = (min(left, inkLeft), max(right, inkRight)) }
        if isInked { (top, bottom) = (min(top, inkTop), max(bottom, inkBottom)) }
        // Whole pixels to the left and above, so that letters stand on the pixels they would without all this.
        (left, top) = ((left - padding).rounded(.down), top.rounded(.down))
        return (left, top, right + padding - left, bottom - top)
    }

    /// Draws it with the layout's origin at (`x`, `y`).
    func draw(on canvas: CairoCanvas, x: Double, y: Double) {
        let context = canvas.context
        if let background = style.background {
            canvas.set(background)
            cairo_paint(context)
        }
        cairo_push_group(context)
        if let outline = style.outline, style.outlineWidth > 0 {
            cairo_move_to(context, x, y)
            pango_cairo_layout_path(context, layout)
            canvas.set(outline)
            cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
            cairo_set_line_width(context, 2 * style.outlineWidth * lineHeight)
            cairo_stroke(context)
        }
        canvas.set(style.color, alpha: 255)
        cairo_move_to(context, x, y)
        pango_cairo_show_layout(context, layout)
        let letters = cairo_pop_group(context)
        defer { cairo_pattern_destroy(letters) }
        if let shadow = style.shadow {
            let offset = style.shadowOffset * lineHeight
            cairo_save(context)
            cairo_translate(context, offset, offset)
            canvas.set(shadow)
            cairo_mask(context, letters)
            cairo_restore(context)
        }
        cairo_set_source(context, letters)
        cairo_paint(context)
    }
}
