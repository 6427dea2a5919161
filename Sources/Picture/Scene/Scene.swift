/// What a mixer puts together: layers, the first one at the bottom. A value, swapped whole between two pictures.
public struct Scene: Hashable, Sendable {
    /// From bottom to top.
    public var layers: [Layer]
    /// What shows where no layer does; always opaque. Default black.
    public var background: LayerColor

    public init(layers: [Layer] = [Layer(.camera, .camera)], background: LayerColor = .black) {
        self.layers = layers
        self.background = background
    }

    /// The camera alone, on all of the canvas.
    public static let camera = Scene()

    /// The layer called `id`; nil where there is none. Setting one that is not there puts it on top; setting nil takes it
    /// away.
    public subscript(id: LayerID) -> Layer? {
        get { layers.first { $0.id == id } }
        set {
            let index = layers.firstIndex { $0.id == id }
            switch (index, newValue) {
            case (let index?, let layer?): layers[index] = layer
            case (let index?, nil): layers.remove(at: index)
            case (nil, let layer?): layers.append(layer)
            case (nil, nil): break
            }
        }
    }
}
