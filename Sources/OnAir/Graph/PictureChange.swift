import OnAirBeauty
import OnAirMedia
import OnAirPicture

/// What a change of the configuration brings into the picture, made ready before anything of it shows.
package struct PictureChange: Sendable {
    /// The new scene; nil leaves the one there is.
    var scene: LoadedScene?
    /// The sounds of its videos that are not heard yet.
    var sounds: [VideoSounds.Opened] = []
    /// How the new scene comes.
    var transition = PictureTransition.cut
    /// What stands in for a silent camera.
    var slate = Slate.unchanged
    /// Other filters; nil leaves those there are.
    var filters: PreparedFilters?
    /// How long a change of the zoom takes.
    var zoomDuration = MediaTime.zero

    enum Slate: Sendable {
        case unchanged
        case none
        case picture(LayerCell)
    }

    package init() {}
}
