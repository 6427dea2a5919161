import OnAirMedia

/// How large a drawing may be.
public enum DrawingLimits {
    /// Pixels of width and of height.
    public static let side = 8192
    /// Pixels in all: 16 megapixels, 64 MiB.
    public static let pixels = 16 << 20

    /// - Throws: `DrawingError` of kind `tooLarge` where a drawing of `width` times `height` pixels is more than that.
    static func check(width: Double, height: Double, of what: String) throws(DrawingError) -> PictureSize {
        // Written so that what is no number fails too.
        guard width <= Double(side), height <= Double(side), width * height <= Double(pixels) else {
            throw DrawingError(
                .tooLarge,
                "\(what) would be \(text(width))x\(text(height)) pixels; at most \(side) a side and \(pixels >> 20) megapixels are drawn.",
                advice: "Make it smaller or shorter.")
        }
        return PictureSize(width: max(Int(width.rounded(.up)), 1), height: max(Int(height.rounded(.up)), 1))
    }

    private static func text(_ length: Double) -> String {
        length.isFinite && abs(length) < 1e15 ? "\(Int(length))" : "too many"
    }
}
