/// Where the points of a shown picture lie on the camera's sensor, and the other way. A pure value.
///
/// Part of the sensor → stored picture → turned upright → cropped → mirrored for the viewer → on the surface under its
/// gravity. Each step can be undone exactly, so a point there and back is the same point but for rounding in the last
/// bits of a `Double`.
public struct PreviewGeometry: Hashable, Sendable {
    /// The surface.
    public var layer: LayerSize
    /// What the camera gives, as it is stored, in pixels.
    public var camera: PictureSize
    /// The part of the sensor that the camera's picture shows: less than all of it while digital zoom is on.
    public var fieldOfView: SensorRect
    /// How the stored picture is turned to stand as it is shown.
    public var orientation: ImageOrientation
    /// The part of the turned picture that is shown.
    public var crop: FractionalRect
    /// The size of what is shown, where it was scaled to another shape than the crop's; nil for the crop's own.
    public var shown: PictureSize?
    /// Left and right exchanged for the viewer, last of all.
    public var isMirrored: Bool
    /// How the picture fills the surface.
    public var gravity: VideoGravity

    /// All of a camera's picture as it is, in a surface of `layer` points; set the rest as it is needed.
    public init(
        layer: LayerSize, camera: PictureSize, fieldOfView: SensorRect = .whole, orientation: ImageOrientation = .up,
        crop: FractionalRect = .whole, shown: PictureSize? = nil, isMirrored: Bool = false,
        gravity: VideoGravity = .resizeAspect
    ) {
        self.layer = layer
        self.camera = camera
        self.fieldOfView = fieldOfView
        self.orientation = orientation
        self.crop = crop
        self.shown = shown
        self.isMirrored = isMirrored
        self.gravity = gravity
    }

    /// What of a camera's picture reaches the canvas of a broadcast, mirrored for the viewer or not.
    public init(
        layer: LayerSize, framing: CameraFraming, fieldOfView: SensorRect = .whole, isMirrored: Bool = false,
        gravity: VideoGravity = .resizeAspect
    ) {
        self.init(
            layer: layer, camera: framing.camera, fieldOfView: fieldOfView, orientation: framing.orientation,
            crop: framing.canvasCrop.fraction(of: framing.upright), shown: framing.canvas, isMirrored: isMirrored,
            gravity: gravity)
    }

    /// Where the picture is drawn, bars left out; sides that stand out of the surface are cut by whoever draws. Nil
    /// where nothing shows.
    public var destination: LayerRect? {
        guard layer.isShowing, camera.width >= 1, camera.height >= 1 else { return nil }
        let frame = Frame(crop)
        guard frame.width > 0, frame.height > 0, fieldOfView.width > 0, fieldOfView.height > 0 else { return nil }
        let size = shown.map { (Double($0.width), Double($0.height)) } ?? croppedSize(frame)
        guard size.0 > 0, size.1 > 0 else { return nil }
        return gravity.destination(width: size.0, height: size.1, in: layer)
    }

    /// The point of the sensor that shows at `point`; nil where no picture shows.
    public func captureDevicePoint(fromLayerPoint point: LayerPoint) -> SensorPoint? {
        guard let destination, Self.isInside(point.x, layer.width), Self.isInside(point.y, layer.height),
            var x = Self.clamped((point.x - destination.x) / destination.width),
            var y = Self.clamped((point.y - destination.y) / destination.height)
        else { return nil }
        if isMirrored { x = 1 - x }
        let frame = Frame(crop)
        (x, y) = orientation.inverse.turning(frame.x + x * frame.width, frame.y + y * frame.height)
        return SensorPoint(
            x: fieldOfView.x + x * fieldOfView.width, y: fieldOfView.y + y * fieldOfView.height)
    }

    /// Where `point` of the sensor shows; nil where it does not.
    public func layerPoint(fromCaptureDevicePoint point: SensorPoint) -> LayerPoint? {
        guard let destination, let storedX = Self.clamped((point.x - fieldOfView.x) / fieldOfView.width),
            let storedY = Self.clamped((point.y - fieldOfView.y) / fieldOfView.height)
        else { return nil }
        let (turnedX, turnedY) = orientation.turning(storedX, storedY)
        let frame = Frame(crop)
        guard var x = Self.clamped((turnedX - frame.x) / frame.width),
            let y = Self.clamped((turnedY - frame.y) / frame.height)
        else { return nil }
        if isMirrored { x = 1 - x }
        let place = LayerPoint(x: destination.x + x * destination.width, y: destination.y + y * destination.height)
        return Self.isInside(place.x, layer.width) && Self.isInside(place.y, layer.height) ? place : nil
    }

    /// What rounding may do to a point on an edge, as a part of the picture's side.
    private static let rounding = 1e-10

    /// `value` where it lies in 0…1, on the edge where it lies outside by no more than rounding, else nil; nil for what
    /// is no number.
    private static func clamped(_ value: Double) -> Double? {
        guard value >= -rounding, value <= 1 + rounding else { return nil }
        return min(max(value, 0), 1)
    }

    private static func isInside(_ value: Double, _ side: Double) -> Bool {
        value >= -rounding * side && value <= side * (1 + rounding)
    }

    private func croppedSize(_ frame: Frame) -> (Double, Double) {
        let upright = camera.turned(orientation)
        return (Double(upright.width) * frame.width, Double(upright.height) * frame.height)
    }

    /// The crop in floating point.
    private struct Frame {
        let (x, y): (Double, Double)
        let (width, height): (Double, Double)

        init(_ crop: FractionalRect) {
            (x, y) = (crop.x.doubleValue, crop.y.doubleValue)
            (width, height) = (crop.width.doubleValue, crop.height.doubleValue)
        }
    }
}

extension ImageOrientation {
    /// Where the point (x, y) of a picture whose sides are 1 lies after turning.
    fileprivate func turning(_ x: Double, _ y: Double) -> (Double, Double) {
        let x = isMirrored ? 1 - x : x
        switch quarterTurns {
        case 0: return (x, y)
        case 1: return (1 - y, x)
        case 2: return (1 - x, 1 - y)
        default: return (y, 1 - x)
        }
    }
}
