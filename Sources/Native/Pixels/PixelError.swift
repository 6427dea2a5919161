import OnAirMedia

/// Why a picture could not be converted.
public enum PixelError: OnAirError, Equatable {
    /// The picture to write into has a format that is not written.
    case unsupportedDestination(PixelFormat)
    /// The part to convert has no pixel in common with the picture.
    case cropOutside(PictureRect, PictureSize)
    /// libyuv refused what it was given.
    case refused(operation: String, code: Int32)

    public var code: String {
        switch self {
        case .unsupportedDestination: "destination-format-unsupported"
        case .cropOutside: "crop-outside-picture"
        case .refused: "conversion-refused"
        }
    }

    public var message: String {
        switch self {
        case .unsupportedDestination(let pixels):
            "Pictures are converted to I420 only, not to \(pixels.rawValue)."
        case .cropOutside(let crop, let size):
            "The crop at (\(crop.x), \(crop.y)) of \(crop.size) lies outside the \(size) picture."
        case .refused(let operation, let code):
            "libyuv refused \(operation) with code \(code)."
        }
    }

    public var advice: String? {
        switch self {
        case .unsupportedDestination: "Take the picture from a pool of I420 pictures."
        case .cropOutside: "Choose a crop inside the picture."
        case .refused: nil
        }
    }
}
