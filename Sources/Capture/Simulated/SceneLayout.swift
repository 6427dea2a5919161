import OnAirMedia

/// Where the parts of the simulated scene lie in a picture of one size. Even positions and sizes throughout, except
/// for the code strip, whose cells divide the picture as they must.
struct SceneLayout {
    /// The lamp that flashes.
    let flash: PictureRect
    /// The dial whose hand goes round once a second, left of the lamp.
    let dial: PictureRect
    /// The bars that dance, right of the lamp.
    let meter: PictureRect
    /// The track that fills once a second.
    let sweep: PictureRect
    /// The panel under the digits; nil where the picture is too small to read them.
    let digits: PictureRect?
    /// From the panel's edge to the digits.
    let margin: Int
    /// Size of one digit.
    let digit: PictureSize
    /// Colour bars at the bottom.
    let bars: PictureRect
    /// Where the ball's top left corner may be.
    let flight: PictureRect
    /// The ball's diameter.
    let ball: Int
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
        let radius = min(height * 2 / 15, width / 9)
        dial = rect(width * 3 / 16 - radius, height / 2 - radius, width * 3 / 16 + radius, height / 2 + radius)
        meter = rect(width * 11 / 16, 3 * height / 8, width * 15 / 16, 5 * height / 8)
        sweep = rect(width / 16, height * 86 / 100, width * 15 / 16, height * 885 / 1000)
        bars = PictureRect(x: 0, y: height * 91 / 100 & ~1, width: width, height: height - (height * 91 / 100 & ~1))
        ball = min(height, width) / 6 & ~1
        let roof = (stripHeight + 1) & ~1
        flight = PictureRect(x: 0, y: roof, width: (width - ball) & ~1, height: max(2, sweep.y - roof - ball) & ~1)

        let digitHeight = min(height / 8, width / 8)
        digit = PictureSize(width: digitHeight * 5 / 8 & ~1, height: digitHeight & ~1)
        // Eight digits and three colons of half a digit's width, with a margin around.
        let half = digit.width / 2 & ~1
        margin = half / 2 & ~1
        let panel = PictureSize(
            width: 8 * digit.width + 3 * half + 2 * margin, height: digit.height + 2 * margin)
        let top = (flash.y + flash.height + sweep.y - panel.height) / 2 & ~1
        digits =
            width >= 320 && panel.width <= width && top >= flash.y + flash.height
            ? PictureRect(
                x: (width - panel.width) / 2 & ~1, y: top, width: panel.width, height: panel.height) : nil
    }
}
