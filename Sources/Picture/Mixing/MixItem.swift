import OnAirBeauty
import OnAirMedia

/// One layer as a mixer is going to draw it.
struct MixItem {
    /// What it shows.
    enum Content {
        case camera
        case material(LayerMaterial)
        case color(LayerColor)
    }

    let staged: StagedLayer
    var laid: LaidLayer
    let content: Content

    /// The colour that is taken out of it; nil for none. What stands in for the camera is shown as it is.
    var screen: ChromaKey? {
        if case .material = content, staged.isCamera { return nil }
        return staged.layer.key
    }

    /// Whether it lies straight and hides what is below all of its frame.
    func isOpaque(_ cache: LayerCache) -> Bool {
        guard laid.isStraight, laid.opacity == 256, staged.layer.blend == .normal, screen == nil else { return false }
        switch content {
        case .camera: return true
        case .color(let color): return color.alpha == 255
        case .material(let material):
            switch material.content {
            case .picture: return true
            case .images:
                let origin = LayerCache.Origin(material: ObjectIdentifier(material), stamp: material.stamp)
                return cache.isOpaque(origin, crop: laid.crop)
            // A drawing covers a part of its frame only.
            case .drawing, .nothing: return false
            }
        }
    }
}
