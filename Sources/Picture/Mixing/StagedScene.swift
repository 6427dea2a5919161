import OnAirMedia

/// A scene that shows. Belongs to the picture stage's thread.
final class StagedScene {
    let background: LayerColor
    /// From bottom to top.
    let layers: [StagedLayer]

    /// - Parameter old: the scene whose place it takes.
    /// - Parameter sharesCaches: the old one is not shown any more.
    init(_ loaded: LoadedScene, inPlaceOf old: StagedScene?, sharesCaches: Bool) {
        background = loaded.scene.background
        layers = zip(loaded.scene.layers, loaded.cells).map { layer, cell in
            StagedLayer(
                layer, cell: cell, inPlaceOf: old?.layers.first { $0.layer.id == layer.id },
                sharesCaches: sharesCaches)
        }
    }

    /// Looks for new content; whether anything changed that may show.
    func refresh(at time: MediaTime) -> Bool {
        var hasChanged = false
        for layer in layers where layer.mayShow {
            if let material = layer.material, material.refresh(at: time) { hasChanged = true }
        }
        return hasChanged
    }

    /// Whether something that may show goes on changing by itself.
    func isLive(at time: MediaTime) -> Bool {
        layers.contains { $0.mayShow && $0.material?.isLive(at: time) == true }
    }

    /// Whether every layer of the camera covers exactly the canvas.
    func isCameraWhole(on canvas: PictureSize) -> Bool {
        layers.allSatisfy { !$0.isCamera || !$0.mayShow || $0.isWholeCamera(on: canvas) }
    }

    /// Whether the camera may show.
    var showsCamera: Bool { layers.contains { $0.isCamera && $0.mayShow } }
}
