import OnAirMedia

/// What a layer has to show at one moment.
package enum LayerContent: Sendable {
    /// Nothing yet.
    case nothing
    /// A still picture or an animation. An animation starts at the first program picture it shows in.
    case images(ImageSequence)
    /// A drawing made for a canvas of `canvas` pixels: shown at `origin` of it, its own pixels and nothing else. Its layer's
    /// natural size is `canvas`.
    case drawing(ImageBitmap, origin: PicturePoint, canvas: PictureSize)
    /// The newest picture of a video.
    case picture(Picture)
}
