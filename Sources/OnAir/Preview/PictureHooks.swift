import OnAirMedia
import OnAirPicture

/// Code of the app that pictures pass through. Unlike the configuration it cannot be written down, and it stays from one
/// capture to the next.
struct PictureHooks: Sendable {
    var filters: [any PictureFilter] = []
    var callback: PictureControls.RawCallback?
}
