/// Fitting one picture to another. Integer arithmetic only, exact until the last step, which rounds to even numbers,
/// because 4:2:0 chroma has one sample for two pixels and two rows.
///
/// Every function expects sizes of at least 1x1.
extension PictureSize {
    /// The largest centred part of this picture that has the shape of `shape`.
    ///
    /// The origin is even; so is a side that is cut. A side that is not cut keeps its length, odd or not.
    public func centredCrop(toShapeOf shape: PictureSize) -> PictureRect {
        let (crosswise, lengthwise) = (Int128(width) * Int128(shape.height), Int128(height) * Int128(shape.width))
        if crosswise > lengthwise {
            let cut = Self.even(lengthwise, over: Int128(shape.height), atMost: width)
            return PictureRect(x: Self.evenMargin(width - cut), y: 0, width: cut, height: height)
        }
        if crosswise < lengthwise {
            let cut = Self.even(crosswise, over: Int128(shape.width), atMost: height)
            return PictureRect(x: 0, y: Self.evenMargin(height - cut), width: width, height: cut)
        }
        return PictureRect(self)
    }

    /// Where all of this picture shows in `canvas`, as large as it can be, centred, with bars at two sides
    /// (letterbox). Origin and the side next to the bars are even.
    public func fitted(in canvas: PictureSize) -> PictureRect { canvas.centredCrop(toShapeOf: self) }

    /// Where this picture lies when it covers all of `canvas`, as small as it can be, centred: two sides stand out, so
    /// the origin is even and at most zero, and the side that stands out is even and at least the canvas's.
    public func filling(_ canvas: PictureSize) -> PictureRect {
        let (crosswise, lengthwise) = (Int128(width) * Int128(canvas.height), Int128(height) * Int128(canvas.width))
        if crosswise > lengthwise {
            let side = Self.even(crosswise, over: Int128(height), atLeast: canvas.width)
            return PictureRect(
                x: -Self.evenMargin(side - canvas.width), y: 0, width: side, height: canvas.height)
        }
        if crosswise < lengthwise {
            let side = Self.even(lengthwise, over: Int128(width), atLeast: canvas.height)
            return PictureRect(
                x: 0, y: -Self.evenMargin(side - canvas.height), width: canvas.width, height: side)
        }
        return PictureRect(canvas)
    }

    /// Both sides rounded up to multiples of 4, which every encoder and scaler likes.
    public var roundedUpToMultiplesOf4: PictureSize {
        PictureSize(width: (width + 3) / 4 * 4, height: (height + 3) / 4 * 4)
    }

    /// The nearest size that may be streamed: the longer side in 160…1920, the shorter in 90…1080, both multiples
    /// of 4 (rounded up, after clamping).
    public var clampedForStreaming: PictureSize {
        guard width >= height else { return transposed.clampedForStreaming.transposed }
        return PictureSize(width: min(max(width, 160), 1920), height: min(max(height, 90), 1080))
            .roundedUpToMultiplesOf4
    }

    /// The size after turning by `orientation`.
    public func turned(_ orientation: ImageOrientation) -> PictureSize {
        orientation.exchangesAxes ? transposed : self
    }

    /// `top / bottom` to the nearest even number from 2 to `limit`; `limit` itself where no even number is left.
    private static func even(_ top: Int128, over bottom: Int128, atMost limit: Int) -> Int {
        let nearest = Int((top + bottom) / (2 * bottom)) * 2
        return min(max(nearest, 2), limit >= 2 ? limit & ~1 : limit)
    }

    /// `top / bottom` to the nearest even number that is at least `limit`.
    private static func even(_ top: Int128, over bottom: Int128, atLeast limit: Int) -> Int {
        let nearest = Int((top + bottom) / (2 * bottom)) * 2
        return max(nearest, (limit + 1) & ~1)
    }

    /// Half of `rest`, rounded down to an even number.
    private static func evenMargin(_ rest: Int) -> Int { rest / 4 * 2 }
}
