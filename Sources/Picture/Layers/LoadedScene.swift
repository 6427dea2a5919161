import OnAirMedia

/// A scene whose contents are there: what a mixer is given.
package struct LoadedScene: Sendable {
    package let scene: Scene
    /// One for each layer of the scene, in its order; nil for the camera and for colours, which need none.
    package let cells: [LayerCell?]

    /// - Precondition: there is a cell, or nil, for each layer.
    package init(_ scene: Scene, cells: [LayerCell?]) {
        precondition(scene.layers.count == cells.count, "a cell for each layer")
        self.scene = scene
        self.cells = cells
    }

    /// The camera alone.
    package static let camera = LoadedScene(.camera, cells: [nil])
}
