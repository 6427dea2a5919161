import OnAirMedia

/// Why a picture could not be converted.
public enum PixelError: OnAirError, Equatable {
    /// The picture to write into has a format that is not written.
    case unsupportedDestination(PixelFormat)
    /// The picture to read has a format that is not read here.
    case unsupportedSource(PixelFormat)
    /// A layer's rectangle is empty, too large or too far away.
    case layerFrame(PictureRect)
    /// The part to convert has no pixel in common with the picture.
    case cropOutside(PictureRect, PictureSize)
    /// libyuv refused what it was given.
    case refused(operation: String, code: Int32)

    public var code: String {
        switch self {
        case .unsupportedDestination: "destination-format-unsupported"
        case .unsupportedSource: "source-format-unsupported"
        case .layerFrame: "layer-frame-out-of-range"
        case .cropOutside: "crop-outside-picture"
        case .refused: "conversion-refused"
        }
    }

    public var message: String {
        switch self {
        case .unsupportedDestination(let pixels):
            "Pictures are converted to I420 only, not to \(pixels.rawValue)."
        case .unsupportedSource(let pixels):
            "Red, green and blue are made of I420 pictures only, not of \(pixels.rawValue)."
        case .layerFrame(let frame):
            "A layer cannot lie at (\(frame.x), \(frame.y)) with \(frame.size) pixels."
        case .cropOutside(let crop, let size):
            "The crop at (\(crop.x), \(crop.y)) of \(crop.size) lies outside the \(size) picture."
        case .refused(let operation, let code):
            "libyuv refused \(operation) with code \(code)."
        }
    }

    public var advice: String? {
        switch self {
        case .unsupportedDestination: "Take the picture from a pool of I420 pictures."
        case .unsupportedSource: "Convert the picture to I420 first."
        case .layerFrame:
            "Give it 1x1 pixels to \(LayerRenderer.mostPixels) in all, \(LayerRenderer.largestSide) on a side, no further than "
                + "\(LayerRenderer.furthest) from the top left."
        case .cropOutside: "Choose a crop inside the picture."
        case .refused: nil
        }
    }
}
