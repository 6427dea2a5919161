import COnAirPixelKernels
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
        let buffer = target.buffer
        defer { withExtendedLifetime(buffer) {} }
        let work = LayerBlending(
            target: I420Output(buffer), planes: planes, grid: grid, visible: visible, gain: Int32(min(alpha, 256)))
        switch blend {
        case .normal where isOpaque: work.cover(frame)
        case .normal: work.lay()
        case .add: work.add(limits: ColorTransform.limits(of: target.format.color), opaque: isOpaque ? frame : nil)
        }
    }
}
