import OnAirMedia

/// A layer of a scene that shows, with what is in its cell and what each mixer has prepared of it. Belongs to the picture
/// stage's thread.
final class StagedLayer {
    let layer: Layer
    /// Nil for the camera and for colours.
    let material: LayerMaterial?
    private let caches: (stream: LayerCache, preview: LayerCache)

    /// - Parameter old: the layer whose place it takes; nil where it is new.
    /// - Parameter sharesCaches: the old one is not shown any more.
    init(_ layer: Layer, cell: LayerCell?, inPlaceOf old: StagedLayer?, sharesCaches: Bool) {
        self.layer = layer
        if let old, old.material?.cell === cell {
            material = old.material
            // Two layers that lie alike have prepared the same.
            caches = sharesCaches || old.layer == layer ? old.caches : (LayerCache(), LayerCache())
        } else {
            material = cell.map { LayerMaterial($0) }
            caches = (LayerCache(), LayerCache())
        }
    }

    func cache(of role: SceneMixer.Role) -> LayerCache {
        switch role {
        case .stream: caches.stream
        case .preview: caches.preview
        }
    }

    var isCamera: Bool { layer.source == .camera }

    /// Whether anything of it may show.
    var mayShow: Bool { layer.isVisible && layer.alpha > 0 }

    /// Whether it is the camera, upright and untouched, on all of the canvas.
    func isWholeCamera(on canvas: PictureSize) -> Bool {
        guard isCamera, layer.orientation == .up,
            let laid = LaidLayer(layer, content: canvas, mapping: CanvasMapping(canvas: canvas, output: canvas))
        else { return false }
        return laid.isWhole(of: canvas)
    }
}

extension LaidLayer {
    /// Whether it shows all of its content, straight, on all of a picture of `size`.
    func isWhole(of size: PictureSize) -> Bool { frame == PictureRect(size) && crop == .whole && isStraight }
}
