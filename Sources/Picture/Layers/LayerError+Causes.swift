import OnAirDrawing
import OnAirFFmpeg
import OnAirImages
import OnAirMedia

extension LayerError {
    /// A picture file of a layer could not be read.
    init(_ layer: LayerID, _ error: ImageError) {
        let kind: Kind =
            switch error.kind {
            case .unreadable: .unreadable
            case .broken, .encoding: .broken
            case .tooLarge: .tooLarge
            }
        self.init(kind, layer: layer, "The layer \(layer) cannot be shown: \(error.message)", advice: error.advice)
    }

    /// A layer could not be drawn.
    init(_ layer: LayerID, _ error: DrawingError) {
        self.init(
            error.kind == .tooLarge ? .tooLarge : .drawing, layer: layer,
            "The layer \(layer) cannot be drawn: \(error.message)", advice: error.advice)
    }

    /// A video of a layer could not be opened.
    init(_ layer: LayerID, _ error: FFmpegError) {
        self.init(
            error.kind == .file ? .unreadable : .broken, layer: layer,
            "The layer \(layer) cannot be shown: \(error.message)", advice: error.advice)
    }
}
