import CDrawing
import OnAirMedia

/// Owns a Cairo context that draws into memory somebody else owns. Belongs to one thread, within one call.
final class CairoCanvas {
    let context: OpaquePointer
    private let surface: OpaquePointer

    /// Draws into `size` pixels at `pixels`, rows `stride` bytes apart.
    init(_ pixels: UnsafeMutablePointer<UInt8>, stride: Int, size: PictureSize) throws(DrawingError) {
        guard
            let surface = cairo_image_surface_create_for_data(
                pixels, CAIRO_FORMAT_ARGB32, Int32(size.width), Int32(size.height), Int32(stride)),
            let context = cairo_create(surface)
        else { throw Self.refused(CAIRO_STATUS_NO_MEMORY) }
        (self.surface, self.context) = (surface, context)
        try check()
    }

    deinit {
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    /// Ends the drawing: from here on the memory holds it.
    ///
    /// - Throws: `DrawingError` of kind `refused` where something has failed meanwhile.
    func finish() throws(DrawingError) {
        cairo_surface_flush(surface)
        try check()
    }

    func set(_ color: DrawingColor, alpha: UInt8? = nil) {
        cairo_set_source_rgba(
            context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
            Double(alpha ?? color.alpha) / 255)
    }

    private func check() throws(DrawingError) {
        let status = cairo_status(context)
        guard status == CAIRO_STATUS_SUCCESS else { throw Self.refused(status) }
    }

    private static func refused(_ status: cairo_status_t) -> DrawingError {
        DrawingError(.refused, "Cairo cannot draw: \(String(cString: cairo_status_to_string(status))).")
    }
}
