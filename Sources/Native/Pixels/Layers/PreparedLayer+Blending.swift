import OnAirMedia

extension PreparedLayer {
    /// Lays it onto `target`, of which nothing outside `frame` is touched.
    ///
    /// - Parameters:
    ///   - target: I420 in the colour it was prepared for, of any size.
    ///   - alpha: 0 (nothing) to 256 (as it is); clamped.
    ///   - blend: default normal.
    /// - Precondition: `target` is I420.
    public func blend(onto target: inout MutablePicture, alpha: Int = 256, blend: Blend = .normal) {
        precondition(target.format.pixels == .i420, "layers are laid onto I420 pictures")
        let size = target.format.size
        let blocks = PictureRect(x: 0, y: 0, width: (size.width + 1) & ~1, height: (size.height + 1) & ~1)
        guard alpha > 0, let visible = grid.intersection(blocks) else { return }
        // The buffer outlives the pointers taken from it.
        let buffer = target.buffer
        defer { withExtendedLifetime(buffer) {} }
        let work = LayerBlending(
            target: I420Output(buffer), planes: planes, runs: runs, frame: frame, grid: grid, visible: visible,
            gain: Int32(min(alpha, 256)))
        let limits = ColorTransform.limits(of: target.format.color)
        switch (blend, isOpaque) {
        case (.normal, true): work.cover()
        case (.normal, false): work.lay()
        case (.add, true): work.addOpaque(within: limits)
        case (.add, false): work.add(within: limits)
        }
    }
}
