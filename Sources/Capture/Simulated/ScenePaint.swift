import OnAirMedia

/// All that is painted of a scene before its first frame: the studio's layers, and the tiles of time code and sign.
/// Never changed, so that any number of scenes draw with it.
final class ScenePaint: Sendable {
    let format: PictureFormat
    let layout: SceneLayout
    let studio: StudioSet
    let digits: SceneDigits
    let sign: SceneSign

    /// Paints what the camera at `position` sees in pictures of `format`.
    init(_ position: CaptureDevice.Position, format: PictureFormat) {
        self.format = format
        layout = SceneLayout(format.size)
        studio = StudioSet.of(position, size: format.size, matrix: format.color.matrix)
        digits = SceneDigits(size: layout.digit, format: format)
        sign = SceneSign(layout, format: format)
    }
}
