extension Scene {
    /// The most layers a scene may have.
    public static let layerLimit = 64

    /// The scene itself, where every name and number in it makes sense.
    ///
    /// - Throws: `LayerError` of kind `invalid`, naming the first layer and field that do not.
    public func validated() throws(LayerError) -> Scene {
        guard layers.count <= Self.layerLimit else {
            throw LayerError(
                .invalid, layer: nil, field: "layers", "The scene has \(layers.count) layers.",
                advice: "Use at most \(Self.layerLimit).")
        }
        var seen: Set<LayerID> = []
        for layer in layers {
            guard seen.insert(layer.id).inserted else {
                throw LayerError(
                    .invalid, layer: layer.id, field: "id", "The scene has two layers called \(layer.id).",
                    advice: "Give each layer a name of its own.")
            }
            try LayerCheck(layer).check()
        }
        return self
    }
}
