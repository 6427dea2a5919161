import OnAirMedia

/// How the camera's picture is brought to its place.
struct CameraLook: Equatable {
    var base: CameraBase
    var canvas: PictureSize
    var color: ColorDescription
    var orientation: ImageOrientation
    var isMirrored: Bool
    var zoom: Double

    /// The pictures it makes.
    var format: PictureFormat { PictureFormat(size: base.size, pixels: .i420, color: color) }

    /// Whether pictures of `other` lie as those of this one do, whatever is enlarged.
    func isLike(_ other: CameraLook) -> Bool {
        var other = other
        other.zoom = zoom
        return other == self
    }
}
