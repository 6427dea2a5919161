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

    /// All of the camera's picture that reaches the canvas, or the stream, shown on `layer`.
    func geometry(in layer: LayerSize, gravity: VideoGravity) -> PreviewGeometry {
        let orientation = video.cameraTurn
        let upright = camera.turned(orientation)
        let canvas = video.canvas
        let part = view == .preview ? PictureRect(canvas) : canvas.centredCrop(toShapeOf: video.program)
        let cut = CameraCut.rect(upright: upright, canvas: canvas, part: part, zoom: video.zoom)
        return PreviewGeometry(
            layer: layer, camera: camera, fieldOfView: fieldOfView, orientation: orientation,
            crop: cut.fraction(of: upright), shown: view == .preview ? canvas : video.program,
            isMirrored: view == .preview ? video.isPreviewMirrored : video.isStreamMirrored, gravity: gravity)
    }

    /// The point of the sensor that shows at `point`; nil where the camera does not show.
    func sensorPoint(at point: LayerPoint, in surface: LayerSize, gravity: VideoGravity) -> SensorPoint? {
        let size = view == .preview ? video.canvas : video.program
        let shown = LayerSize(width: Double(size.width), height: Double(size.height))
        guard surface.width > 0, surface.height > 0 else { return nil }
        let place = gravity.destination(of: size, in: surface)
        let (x, y) = (
            (point.x - place.x) / place.width * shown.width, (point.y - place.y) / place.height * shown.height
        )
        guard (0...shown.width).contains(x), (0...shown.height).contains(y) else { return nil }
        let mapping = CanvasMapping(canvas: video.canvas, output: size)
        // The camera's picture as layers have it: the whole of what reaches the canvas, or the stream.
        let whole = geometry(in: shown, gravity: .resize)
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
