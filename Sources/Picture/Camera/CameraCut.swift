import OnAirMedia

/// Which part of a camera's picture is shown. A pure value.
package enum CameraCut {
    /// The part of `upright` that fills `part` of the canvas, enlarged by `zoom`; its edges on even pixels.
    ///
    /// - Parameter upright: the size of the camera's picture once it stands upright.
    package static func rect(
        upright: PictureSize, canvas: PictureSize, part: PictureRect, zoom: Double
    ) -> PictureRect {
        let framing = CameraFraming(camera: upright, orientation: .up, canvas: canvas, stream: part.size)
        let whole = part == PictureRect(canvas) ? framing.canvasCrop : framing.uprightCrop
        guard zoom > 1 else { return whole }
        let (width, height) = (side(whole.width, zoom), side(whole.height, zoom))
        return PictureRect(
            x: whole.x + (whole.width - width) / 2, y: whole.y + (whole.height - height) / 2, width: width,
            height: height)
    }

    /// The side that is left at `zoom`: what is cut is a multiple of 4, so that the middle stays where it is.
    private static func side(_ whole: Int, _ zoom: Double) -> Int {
        let cut = Int((Double(whole) * (1 - 1 / zoom) / 4).rounded())
        return whole - 4 * min(cut, (whole - 1) / 4)
    }
}
