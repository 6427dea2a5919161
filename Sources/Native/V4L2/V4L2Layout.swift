import OnAirMedia

/// How the pixels of a code lie in a buffer, for every code that can be used.
package struct V4L2Layout: Hashable, Sendable {
    /// What a picture of it is; of compressed ones, what they are decoded to.
    package let pixels: PixelFormat
    /// Whether each plane lies in memory of its own (the `M` codes of multi-planar drivers).
    package var isSplit = false
    /// V before U.
    package var isSwapped = false
    /// There is no chroma.
    package var isGrey = false
    /// Each picture is a JPEG.
    package var isCompressed = false

    private init(_ pixels: PixelFormat) { self.pixels = pixels }

    private init(_ pixels: PixelFormat, _ change: (inout V4L2Layout) -> Void) {
        self.pixels = pixels
        change(&self)
    }

    /// Whether its numbers are red, green and blue.
    package var isRGB: Bool {
        switch pixels {
        case .bgra, .rgba, .bgr24, .rgb24: true
        case .i420, .nv12, .nv21, .i422, .i444, .yuyv, .uyvy, .yvyu: false
        }
    }

    /// The codes that can be used, those first that take the least work to convert; JPEG, which takes most, last.
    package static let known: [(code: V4L2Code, layout: V4L2Layout)] = [
        (V4L2Code("YU12"), V4L2Layout(.i420)),
        (V4L2Code("YM12"), V4L2Layout(.i420) { $0.isSplit = true }),
        (V4L2Code("NV12"), V4L2Layout(.nv12)),
        (V4L2Code("NM12"), V4L2Layout(.nv12) { $0.isSplit = true }),
        (V4L2Code("YV12"), V4L2Layout(.i420) { $0.isSwapped = true }),
        (V4L2Code("YM21"), V4L2Layout(.i420) { ($0.isSplit, $0.isSwapped) = (true, true) }),
        (V4L2Code("NV21"), V4L2Layout(.nv21)),
        (V4L2Code("NM21"), V4L2Layout(.nv21) { $0.isSplit = true }),
        (V4L2Code("YUYV"), V4L2Layout(.yuyv)),
        (V4L2Code("UYVY"), V4L2Layout(.uyvy)),
        (V4L2Code("YVYU"), V4L2Layout(.yvyu)),
        (V4L2Code("422P"), V4L2Layout(.i422)),
        (V4L2Code("YM16"), V4L2Layout(.i422) { $0.isSplit = true }),
        (V4L2Code("YM61"), V4L2Layout(.i422) { ($0.isSplit, $0.isSwapped) = (true, true) }),
        (V4L2Code("YM24"), V4L2Layout(.i444) { $0.isSplit = true }),
        (V4L2Code("YM42"), V4L2Layout(.i444) { ($0.isSplit, $0.isSwapped) = (true, true) }),
        // Blue, green, red and a byte that is not looked at, in this order in memory: what the kernel calls BGR32,
        // ABGR32 and XBGR32. RGB32 (RGB4) begins with that byte and is no format of ours.
        (V4L2Code("XR24"), V4L2Layout(.bgra)),
        (V4L2Code("AR24"), V4L2Layout(.bgra)),
        (V4L2Code("BGR4"), V4L2Layout(.bgra)),
        (V4L2Code("XB24"), V4L2Layout(.rgba)),
        (V4L2Code("AB24"), V4L2Layout(.rgba)),
        (V4L2Code("BGR3"), V4L2Layout(.bgr24)),
        (V4L2Code("RGB3"), V4L2Layout(.rgb24)),
        (V4L2Code("GREY"), V4L2Layout(.i420) { $0.isGrey = true }),
        (V4L2Code("MJPG"), V4L2Layout(.i420) { $0.isCompressed = true }),
        (V4L2Code("JPEG"), V4L2Layout(.i420) { $0.isCompressed = true }),
    ]

    private static let byCode = Dictionary(uniqueKeysWithValues: known.map { ($0.code, $0.layout) })
    private static let ranks = Dictionary(uniqueKeysWithValues: known.enumerated().map { ($1.code, $0) })

    /// The layout of `code`; nil where it cannot be used.
    package init?(_ code: V4L2Code) {
        guard let layout = Self.byCode[code] else { return nil }
        self = layout
    }

    /// How much work `code` is beside others; lower is less.
    package static func rank(of code: V4L2Code) -> Int { ranks[code] ?? known.count }
}
