import OnAirMedia

/// At which size the camera's picture is worked on, and which part of the canvas it covers. A pure value.
package struct CameraBase: Hashable, Sendable {
    /// What it is worked on at.
    package let size: PictureSize
    /// The part of the canvas it covers.
    package let part: PictureRect

    /// - Parameters:
    ///   - isWatched: somebody looks at the preview.
    ///   - isWhole: the camera covers the canvas exactly, in every scene that shows now; else its layer may need what the
    ///     stream cuts off.
    package init(canvas: PictureSize, stream: PictureSize, isWatched: Bool, isWhole: Bool) {
        let cut = canvas.centredCrop(toShapeOf: stream)
        let cutsNothing = cut == PictureRect(canvas)
        if !isWatched, cutsNothing || isWhole {
            (size, part) = (stream, cut)
            return
        }
        part = PictureRect(canvas)
        // The stream is never made from less than its own size because somebody looks.
        guard cut.width < stream.width || cut.height < stream.height else {
            size = canvas
            return
        }
        func scaled(_ side: Int) -> Int {
            let byWidth = (side * stream.width + 2 * cut.width - 1) / (2 * cut.width)
            let byHeight = (side * stream.height + 2 * cut.height - 1) / (2 * cut.height)
            return 2 * max(byWidth, byHeight)
        }
        size = cutsNothing ? stream : PictureSize(width: scaled(canvas.width), height: scaled(canvas.height))
    }
}
