import OnAirCapture
import OnAirMedia
import OnAirPicture

/// Where a point of the shown preview or stream lies on the camera's sensor, through whatever the scene does with the camera:
/// its rectangle, crop, rotation and orientation, the zoom, mirror and turn. A pure value.
struct CameraLocator {
    let video: VideoConfiguration
    let scene: Scene
    let view: ProgramView
    /// What the camera gives, as it is stored.
    let camera: PictureSize
    /// The part of the sensor that shows.
    let fieldOfView: SensorRect

    /// Size of what is shown, before the preview is turned.
    private var made: PictureSize { view == .preview ? video.canvas : video.program }
    private var isMirrored: Bool { view == .preview ? video.isPreviewMirrored : video.isStreamMirrored }
    /// What is done to it when it is shown.
    private var turn: ImageOrientation { view == .preview ? video.previewTurn : .up }

    /// All of the camera's picture that reaches the canvas, or the stream, shown on `layer`.
    func geometry(in layer: LayerSize, gravity: VideoGravity) -> PreviewGeometry {
        geometry(in: layer, gravity: gravity, turn: turn)
    }

    private func geometry(in layer: LayerSize, gravity: VideoGravity, turn: ImageOrientation) -> PreviewGeometry {
        let upright = camera.turned(video.cameraTurn)
        let canvas = video.canvas
        let part = view == .preview ? PictureRect(canvas) : canvas.centredCrop(toShapeOf: video.program)
        let cut = CameraCut.rect(upright: upright, canvas: canvas, part: part, zoom: video.zoom)
        // Mirrored first, then turned: what the viewer has in front of him.
        let after = (isMirrored ? ImageOrientation.upMirrored : .up).then(turn)
        return PreviewGeometry(
            layer: layer, camera: camera, fieldOfView: fieldOfView, orientation: video.cameraTurn.then(after),
            crop: cut.turned(after, in: upright).fraction(of: upright.turned(after)), shown: made.turned(turn),
            gravity: gravity)
    }

    /// The point of the sensor that shows at `point`; nil where the camera does not show.
    func sensorPoint(at point: LayerPoint, in surface: LayerSize, gravity: VideoGravity) -> SensorPoint? {
        guard surface.width > 0, surface.height > 0 else { return nil }
        let (size, turned) = (made, made.turned(turn))
        let place = gravity.destination(of: turned, in: surface)
        let seen = LayerPoint(x: (point.x - place.x) / place.width, y: (point.y - place.y) / place.height)
        guard (0...1).contains(seen.x), (0...1).contains(seen.y) else { return nil }
        let fraction = seen.turned(by: turn.inverse)
        let (x, y) = (fraction.x * Double(size.width), fraction.y * Double(size.height))
        let shown = LayerSize(width: Double(size.width), height: Double(size.height))
        let mapping = CanvasMapping(canvas: video.canvas, output: size)
        // The camera's picture as layers have it: the whole of what reaches the canvas, or the stream.
        let whole = geometry(in: shown, gravity: .resize, turn: .up)
        for layer in scene.layers.reversed() where layer.source == .camera {
            guard let laid = LaidLayer(layer, content: size, mapping: mapping),
                let inside = Self.fraction(x, y, laid, layer)
            else { continue }
            let content = LayerPoint(x: inside.x * shown.width, y: inside.y * shown.height)
            return whole.captureDevicePoint(fromLayerPoint: content)
        }
        return nil
    }

    /// Which part of the camera's upright picture lies at a point, in fractions of its sides; nil outside the layer.
    private static func fraction(_ x: Double, _ y: Double, _ laid: LaidLayer, _ layer: Layer) -> LayerPoint? {
        let frame = laid.frame
        let (middleX, middleY) = (Double(frame.x) + Double(frame.width) / 2, Double(frame.y) + Double(frame.height) / 2)
        let turned = LayerPoint(x: x - middleX, y: y - middleY).turned(by: -laid.rotation)
        let (across, down) = (
            turned.x / Double(frame.width) + 0.5, turned.y / Double(frame.height) + 0.5
        )
        guard (0...1).contains(across), (0...1).contains(down) else { return nil }
        let upright = LayerPoint(
            x: laid.crop.x + across * laid.crop.width, y: laid.crop.y + down * laid.crop.height)
        return upright.turned(by: layer.orientation.inverse)
    }
}

extension LayerPoint {
    /// About (0, 0), clockwise on a screen.
    fileprivate func turned(by degrees: Double) -> LayerPoint {
        let (sine, cosine) = Angle.sineAndCosine(degrees)
        return LayerPoint(x: x * cosine - y * sine, y: x * sine + y * cosine)
    }

    /// In a picture whose sides are 1.
    fileprivate func turned(by orientation: ImageOrientation) -> LayerPoint {
        let x = orientation.isMirrored ? 1 - x : x
        switch orientation.quarterTurns {
        case 0: return LayerPoint(x: x, y: y)
        case 1: return LayerPoint(x: 1 - y, y: x)
        case 2: return LayerPoint(x: 1 - x, y: 1 - y)
        default: return LayerPoint(x: y, y: 1 - x)
        }
    }
}
