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

    /// Whether it lies straight and hides what is below all of its frame.
    func isOpaque(_ cache: LayerCache) -> Bool {
        guard laid.isStraight, laid.opacity == 256, staged.layer.blend == .normal else { return false }
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
