import OnAirMedia

/// Where the electronics put their signs in a picture of one size. Even positions and sizes throughout, except for the
/// code strip, whose cells divide the picture as they must.
struct SceneLayout {
    /// The sign that flashes.
    let flash: PictureRect
    /// Width of the frame around it.
    let rim: Int
    /// The panel under the digits; nil where the picture is too small to read them.
    let digits: PictureRect?
    /// From the panel's edge to the digits.
    let margin: Int
    /// Size of one digit.
    let digit: PictureSize
    /// The end of the code strip.
    let stripHeight: Int

    init(_ size: PictureSize) {
        let (width, height) = (size.width, size.height)
        func rect(_ left: Int, _ top: Int, _ right: Int, _ bottom: Int) -> PictureRect {
            PictureRect(
                x: left & ~1, y: top & ~1, width: (right & ~1) - (left & ~1), height: (bottom & ~1) - (top & ~1))
        }
        stripHeight = BurntInCode.edge(BurntInCode.rows, of: 20, length: height)
        flash = rect(3 * width / 8, 3 * height / 8, 5 * width / 8, 5 * height / 8)
        rim = max(2, min(width, height) / 80 & ~1)
        let digitHeight = min(height / 17, width / 24)
        digit = PictureSize(width: digitHeight * 5 / 8 & ~1, height: digitHeight & ~1)
        // Eight digits and three colons of half a digit's width, with a margin around.
        let half = digit.width / 2 & ~1
        margin = half / 2 & ~1
        let panel = PictureSize(width: 8 * digit.width + 3 * half + 2 * margin, height: digit.height + 2 * margin)
        digits =
            width >= 480 && height >= 270
            ? PictureRect(
                x: (width - panel.width) / 2 & ~1, y: flash.maxY + 2 * rim, width: panel.width, height: panel.height)
            : nil
    }
}
