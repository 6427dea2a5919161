/// Which part of a camera's picture reaches the preview, and which of that the stream.
///
/// Camera picture, turned upright → centred crop to the canvas's shape → scaled to the canvas → centred crop to the
/// stream's shape → scaled to the stream. Where nobody looks at the canvas both crops are made at once: `cameraCrop`.
public struct CameraFraming: Hashable, Sendable {
    /// What the camera gives.
    public let camera: PictureSize
    /// How the camera's picture is turned onto the canvas.
    public let orientation: ImageOrientation
    /// The canvas: the preview dimension turned by the stream's orientation.
    public let canvas: PictureSize
    /// What is encoded.
    public let stream: PictureSize

    /// - Precondition: all sizes are at least 1x1.
    public init(camera: PictureSize, orientation: ImageOrientation, canvas: PictureSize, stream: PictureSize) {
        precondition(
            [camera, canvas, stream].allSatisfy { $0.width >= 1 && $0.height >= 1 },
            "a picture has at least one pixel")
        self.camera = camera
        self.orientation = orientation
        self.canvas = canvas
        self.stream = stream
    }

    /// The size of the camera's picture once it stands upright.
    public var upright: PictureSize { camera.turned(orientation) }

    /// The part of the upright picture that fills the canvas.
    public var canvasCrop: PictureRect { upright.centredCrop(toShapeOf: canvas) }

    /// The part of the canvas that fills the stream.
    public var streamCrop: PictureRect { canvas.centredCrop(toShapeOf: stream) }

    /// The part of the upright picture that fills the stream: both crops at once, its edges rounded to the nearest
    /// even pixel of the upright picture.
    public var uprightCrop: PictureRect {
        let (outer, inner) = (canvasCrop, streamCrop)
        let (left, right) = Self.edges(
            outer.x, outer.width, inner.x, inner.width, scale: canvas.width, end: upright.width)
        let (top, bottom) = Self.edges(
            outer.y, outer.height, inner.y, inner.height, scale: canvas.height, end: upright.height)
        return PictureRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// `uprightCrop` as a part of the camera's picture before it is turned.
    public var cameraCrop: PictureRect { uprightCrop.turned(orientation.inverse, in: upright) }

    private static func edges(_ outer: Int, _ outerLength: Int, _ inner: Int, _ innerLength: Int, scale: Int, end: Int)
        -> (Int, Int)
    {
        func place(_ offset: Int) -> Int {
            if offset == 0 { return outer }
            if offset == scale { return outer + outerLength }
            // Nearest even number to outer + offset · outerLength / scale.
            let top = Int128(outer) * Int128(scale) + Int128(offset) * Int128(outerLength)
            return Int((top + Int128(scale)) / (2 * Int128(scale))) * 2
        }
        let first = min(place(inner), max(0, (end - 1) & ~1))
        let last = max(min(place(inner + innerLength), end), min(first + 2, end))
        return (first, last)
    }
}
