import OnAirPicture

extension PictureControls.Values {
    /// Takes over what `video` says of the picture, with the contents that were made ready for it.
    mutating func apply(_ video: VideoConfiguration, _ change: PictureChange) {
        turn(to: video.orientation, preview: video.previewSize ?? video.streamSize, stream: video.streamSize)
        orientation = video.cameraTurn
        isStreamMirrored = video.isStreamMirrored
        isPreviewMirrored = video.isPreviewMirrored
        isFrozen = video.isStreamFrozen
        if zoom.factor != video.zoom { zoom = PictureZoom(video.zoom, duration: change.zoomDuration) }
        cameraTransition = video.cameraTransition
        if let scene = change.scene { show(scene, by: change.transition) }
        switch change.slate {
        case .unchanged: break
        case .none: slate = nil
        case .picture(let cell): slate = cell
        }
    }
}
