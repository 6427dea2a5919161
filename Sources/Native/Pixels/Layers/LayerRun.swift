/// Blocks beside each other in a row of a prepared layer that are laid alike.
struct LayerRun {
    /// The first block, from the left of the layer's grid.
    var start: UInt16
    /// The block after the last.
    var end: UInt16
    /// Whether all their pixels are opaque, so that they may be copied.
    var isOpaque: Bool
}
