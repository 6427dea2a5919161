import OnAirMedia
import OnAirPicture

/// How the preview is turned when it is shown. Any thread sets and turns; each turned picture is made by whoever looks.
final class PreviewTurn: Sendable {
    private struct State {
        var orientation = ImageOrientation.up
        let turner = PictureTurner()
    }

    private let state = Lock(State())

    func set(_ orientation: ImageOrientation) { state.withLock { $0.orientation = orientation } }

    /// `picture` as it is to be shown; one that cannot be turned, since too many are held, as it is.
    func turned(_ picture: Picture) -> Picture {
        state.withLock { state in
            guard state.orientation != .up else { return picture }
            return (try? state.turner.turned(picture, by: state.orientation)) ?? picture.oriented(state.orientation)
        }
    }
}
