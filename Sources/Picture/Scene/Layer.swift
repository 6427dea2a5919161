import OnAirBeauty
import OnAirMedia

/// One thing shown on the canvas, and how. A value: change a copy and give the scene to the mixer again.
///
/// What is shown is turned by `orientation`, cut to `crop`, brought into `placement` by `fit`, rotated about the middle of
/// its rectangle, and laid onto what is below by `alpha` and `blend`.
public struct Layer: Hashable, Sendable, Identifiable {
    /// Unique within its scene.
    public var id: LayerID
    public var source: LayerSource
    /// Its rectangle. Default: all of the canvas.
    public var placement: LayerPlacement
    /// The part of the upright source that is shown. Default: all of it.
    public var crop: LayerCrop
    /// Default `fill` for camera and video, else `stretch`.
    public var fit: LayerFit
    /// 0 (nothing) … 1 (as it is); clamped. Default 1.
    public var alpha: Double
    /// How the source is turned and mirrored. Default `up`.
    public var orientation: ImageOrientation
    /// Degrees clockwise about the middle of the rectangle. Default 0.
    public var rotation: Double
    /// Default true.
    public var isVisible: Bool
    /// Default normal.
    public var blend: LayerBlend
    /// The colour of a screen that is taken away, so that the layers below show through; its `background` is not looked
    /// at. For cameras, videos and opaque pictures. What stands in for the camera is shown as it is. Default nil: nothing.
    public var key: ChromaKey?

    public init(
        _ id: LayerID, _ source: LayerSource, placement: LayerPlacement = .whole, crop: LayerCrop = .whole,
        fit: LayerFit? = nil, alpha: Double = 1, orientation: ImageOrientation = .up, rotation: Double = 0,
        isVisible: Bool = true, blend: LayerBlend = .normal, key: ChromaKey? = nil
    ) {
        self.id = id
        self.source = source
        self.placement = placement
        self.crop = crop
        self.fit = fit ?? source.usualFit
        self.alpha = alpha
        self.orientation = orientation
        self.rotation = rotation
        self.isVisible = isVisible
        self.blend = blend
        self.key = key
    }
}

extension LayerSource {
    /// How it fills its rectangle unless told otherwise.
    var usualFit: LayerFit {
        switch self {
        case .camera, .video: .fill
        case .picture, .bitmap, .text, .strokes, .color: .stretch
        }
    }
}
